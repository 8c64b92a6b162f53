package dev.larder.gateway.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
        String canonical = ConfigurationPropertyName.adapt(name, '.').toString();
        if (canonical.startsWith(PREFIX) && !known.contains(canonical)) {
            throw new InvalidPropertyException(
                    name,
                    String.valueOf(environment.getProperty(name)),
                    "Larder has no such property",
                    "one of " + String.join(", ", known));
        }
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
