package dev.larder.gateway.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.StreamUtils;

/**
 * Refuses properties below {@code larder} that do not exist, in files and arguments: a name with a slip of the pen would
 * otherwise be a setting that silently does nothing. The names are those of the configuration metadata.
 */
final class PropertyNames {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String PREFIX = "larder.";
    private static final String RULES = PREFIX + "rules.";
    private static final String COUPLINGS = PREFIX + "invalidation.couplings.";
    private static final String STORES = PREFIX + "stores.";
    private static final String STATUS_TTL = ".status-ttl.";
    private static final Set<String> OF_RULES = properties(RuleProperties.class);
    private static final Set<String> OF_STORES = properties(LarderProperties.NamedStore.class);
    private static final Pattern INDEX = Pattern.compile("\\[[^\\]]*]");
    private static final Set<String> PROCESS = Set.of(
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);

    private PropertyNames() {}

    static void check(ConfigurableEnvironment environment) {
        Set<String> known = known();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> names && !PROCESS.contains(source.getName())) {
                List.of(names.getPropertyNames()).forEach(name -> check(name, environment, known));
            }
        }
    }

    private static void check(String name, ConfigurableEnvironment environment, Set<String> known) {
        String canonical = INDEX.matcher(
                        ConfigurationPropertyName.adapt(name, '.').toString())
                .replaceAll("");
        if (canonical.startsWith(PREFIX) && !known.contains(canonical) && !named(canonical)) {
            throw new InvalidPropertyException(
                    name,
                    String.valueOf(environment.getProperty(name)),
                    "Larder has no such property",
                    String.join(", ", canonical.startsWith(RULES) ? ofRule(canonical) : known));
        }
    }

    /** The properties of the rule whose name comes first in this one. */
    private static List<String> ofRule(String canonical) {
        int end = canonical.indexOf('.', RULES.length());
        String rule = end < 0 ? canonical : canonical.substring(0, end);
        return OF_RULES.stream().sorted().map(name -> rule + '.' + name).toList();
    }

    /** Whether it belongs to something that has a name of the user's own: a rule, or a pool and what it is coupled to. */
    private static boolean named(String canonical) {
        return canonical.startsWith(COUPLINGS)
                || below(RULES, OF_RULES, canonical)
                || below(STORES, OF_STORES, canonical)
                || (canonical.startsWith(RULES) && canonical.contains(STATUS_TTL));
    }

    private static boolean below(String prefix, Set<String> properties, String canonical) {
        return canonical.startsWith(prefix)
                && properties.stream()
                        .anyMatch(property -> canonical.endsWith('.' + property)
                                && canonical.length() > prefix.length() + property.length() + 1);
    }

    /** Names of what a record is bound to, those of records in it included. */
    private static Set<String> properties(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(component -> {
                    String name = DataObjectPropertyName.toDashedForm(component.getName());
                    return component.getType().isRecord()
                            ? properties(component.getType()).stream().map(inner -> name + '.' + inner)
                            : Stream.of(name);
                })
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<String> known() {
        try {
            var known = new TreeSet<String>();
            for (URL metadata :
                    Collections.list(PropertyNames.class.getClassLoader().getResources(METADATA))) {
                known.addAll(names(metadata));
            }
            return known;
        } catch (IOException e) {
            throw new UncheckedIOException("The configuration metadata cannot be read.", e);
        }
    }

    private static List<String> names(URL metadata) throws IOException {
        try (var in = metadata.openStream()) {
            Object properties = JsonParserFactory.getJsonParser()
                    .parseMap(StreamUtils.copyToString(in, StandardCharsets.UTF_8))
                    .get("properties");
            return properties instanceof List<?> list
                    ? list.stream()
                            .map(property -> String.valueOf(((Map<?, ?>) property).get("name")))
                            .filter(name -> name.startsWith(PREFIX))
                            .toList()
                    : List.of();
        }
    }
}
