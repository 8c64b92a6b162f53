package dev.larder.gateway.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.StreamUtils;

/**
 * Rejects unknown properties below {@code larder} in files and arguments: a misspelled setting would otherwise silently have no
 * effect. Known names are those of the configuration metadata, in any form that Spring Boot binds.
 */
final class UnknownPropertyCheck {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String LARDER = "larder";
    private static final String INDEX = "[0]";
    private static final String ANY_NUMBER = "0";
    private static final String OWN_NAME = "*";
    private static final int OWN_NAME_AT = 2;
    private static final int OWN_KEY_AT = 4;
    private static final String ANY_KEY = "[" + OWN_NAME + "]";

    /** Names of maps below a rule whose keys are the user's own. */
    private static final Set<String> WITH_OWN_KEYS = Set.of("typettl");

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern LIST = Pattern.compile("java\\.util\\.(List|Set)<.*");
    private static final Map<String, Set<String>> OF_NAMED =
            Map.of("rules", ofRule(), "stores", properties(LarderProperties.NamedStore.class));
    private static final List<String> COUPLINGS = List.of(LARDER, "invalidation", "couplings");
    private static final Set<String> PROCESS = Set.of(
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);

    private UnknownPropertyCheck() {}

    static void check(ConfigurableEnvironment environment) {
        Set<String> known = known();
        Set<List<String>> allowed = Stream.concat(known.stream(), ofNamed())
                .map(name -> elements(ConfigurationPropertyName.adapt(name, '.')))
                .collect(Collectors.toUnmodifiableSet());
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> names && !PROCESS.contains(source.getName())) {
                List.of(names.getPropertyNames()).forEach(name -> check(name, environment, known, allowed));
            }
        }
        ExtensionJars.check(environment, known);
    }

    private static void check(
            String name, ConfigurableEnvironment environment, Set<String> known, Set<List<String>> allowed) {
        ConfigurationPropertyName parsed = ConfigurationPropertyName.adapt(name, '.');
        List<String> elements = elements(parsed);
        if (below(List.of(LARDER), elements) && !below(COUPLINGS, elements) && !allowed.contains(elements)) {
            String value = String.valueOf(environment.getProperty(name));
            ExtensionJars.missing(parsed, known).ifPresent(jar -> {
                throw new MissingExtensionException(name, value, jar);
            });
            throw new InvalidPropertyException(
                    name,
                    value,
                    "Larder has no such property",
                    NearestNames.of(
                                    name,
                                    Stream.concat(ofSame(parsed).orElseGet(Stream::empty), known.stream())
                                            .filter(each -> !each.endsWith(INDEX) && !each.endsWith(ANY_KEY)))
                            .collect(Collectors.joining(" or ")));
        }
    }

    private static boolean below(List<String> above, List<String> elements) {
        return elements.size() > above.size()
                && elements.subList(0, above.size()).equals(above);
    }

    /** Returns the elements to compare: without dashes and case, with placeholders for numbers and users' own names. */
    private static List<String> elements(ConfigurationPropertyName name) {
        return IntStream.range(0, name.getNumberOfElements())
                .mapToObj(at -> element(name, at))
                .toList();
    }

    private static String element(ConfigurationPropertyName name, int at) {
        String element = name.getElement(at, Form.UNIFORM);
        if (at == OWN_NAME_AT && OF_NAMED.containsKey(name.getElement(at - 1, Form.UNIFORM))) {
            return OWN_NAME;
        }
        if (at == OWN_KEY_AT && WITH_OWN_KEYS.contains(name.getElement(at - 1, Form.UNIFORM))) {
            return OWN_NAME;
        }
        return NUMBER.matcher(element).matches() ? ANY_NUMBER : element;
    }

    /** Returns the properties of the rule or store whose name is in this one. */
    private static Optional<Stream<String>> ofSame(ConfigurationPropertyName name) {
        if (name.getNumberOfElements() <= OWN_NAME_AT) {
            return Optional.empty();
        }
        String named = name.chop(OWN_NAME_AT + 1).toString();
        return Optional.ofNullable(OF_NAMED.get(name.getElement(OWN_NAME_AT - 1, Form.UNIFORM)))
                .map(properties -> properties.stream().sorted().map(property -> named + '.' + property));
    }

    /** Returns the properties of rules and stores of any name. */
    private static Stream<String> ofNamed() {
        return OF_NAMED.entrySet().stream()
                .flatMap(named -> named.getValue().stream()
                        .map(property -> LARDER + '.' + named.getKey() + ANY_KEY + '.' + property));
    }

    /** Returns the settings of a rule, including those of extensions. */
    private static Set<String> ofRule() {
        return RuleExtension.all()
                .flatMap(settings -> properties(settings).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the names that a record is bound to, including those of nested records. */
    private static Set<String> properties(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(component -> {
                    String name = DataObjectPropertyName.toDashedForm(component.getName());
                    return component.getType().isRecord()
                            ? properties(component.getType()).stream().map(inner -> name + '.' + inner)
                            : spellings(name, component.getType());
                })
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Maps have numbers as keys, or the user's own. */
    private static Stream<String> spellings(String name, Class<?> type) {
        return Map.class.isAssignableFrom(type)
                ? Stream.of(name, name + INDEX, name + ANY_KEY)
                : spellings(name, Collection.class.isAssignableFrom(type));
    }

    private static Stream<String> spellings(String name, boolean several) {
        return several ? Stream.of(name, name + INDEX) : Stream.of(name);
    }

    /** Returns the names of all properties that there are. */
    static Set<String> known() {
        try {
            var known = new TreeSet<String>();
            for (URL metadata :
                    Collections.list(UnknownPropertyCheck.class.getClassLoader().getResources(METADATA))) {
                known.addAll(names(metadata));
            }
            return known;
        } catch (IOException e) {
            throw new UncheckedIOException("The configuration metadata cannot be read.", e);
        }
    }

    private static List<String> names(URL metadata) throws IOException {
        try (var in = metadata.openStream()) {
            String json = StreamUtils.copyToString(in, StandardCharsets.UTF_8);
            // The metadata of Spring Boot itself is large, and parsing it would take longer than the rest of the check.
            Object properties = json.contains('"' + LARDER + '.')
                    ? JsonParserFactory.getJsonParser().parseMap(json).get("properties")
                    : List.of();
            return properties instanceof List<?> list
                    ? list.stream()
                            .map(property -> (Map<?, ?>) property)
                            .filter(property ->
                                    String.valueOf(property.get("name")).startsWith(LARDER + '.'))
                            .flatMap(property -> spellings(
                                    String.valueOf(property.get("name")),
                                    LIST.matcher(String.valueOf(property.get("type")))
                                            .matches()))
                            .toList()
                    : List.of();
        }
    }
}
