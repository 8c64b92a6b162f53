package dev.larder.gateway.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.util.StreamUtils;

/** The properties below {@code larder} that the configuration metadata of all jars on the class path describe. */
final class SettingMetadata {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String BEGINNING = "larder.";
    private static final Pattern LIST = Pattern.compile("java\\.util\\.(List|Set)<.*");

    /** What {@link #known} adds to the name of a list. */
    static final String INDEX = "[0]";

    private SettingMetadata() {}

    /** Returns the names of all properties that there are, and of the first element of each list. */
    static Set<String> known() {
        var known = new TreeSet<String>();
        properties().forEach((name, property) -> {
            known.add(name);
            if (LIST.matcher(String.valueOf(property.get("type"))).matches()) {
                known.add(name + INDEX);
            }
        });
        return known;
    }

    /** Returns the default of a property; empty if it has none, or several values. */
    static Optional<String> defaultOf(String name) {
        return Optional.ofNullable(properties().get(name))
                .map(property -> property.get("defaultValue"))
                .filter(value -> !(value instanceof List))
                .map(String::valueOf);
    }

    private static Map<String, Map<?, ?>> properties() {
        Map<String, Map<?, ?>> properties = new TreeMap<>();
        try {
            for (URL metadata :
                    Collections.list(SettingMetadata.class.getClassLoader().getResources(METADATA))) {
                read(metadata).forEach(property -> properties.put(String.valueOf(property.get("name")), property));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The configuration metadata cannot be read.", e);
        }
        return properties;
    }

    private static Stream<Map<?, ?>> read(URL metadata) throws IOException {
        try (var in = metadata.openStream()) {
            String json = StreamUtils.copyToString(in, StandardCharsets.UTF_8);
            // The metadata of Spring Boot itself is large, and parsing it would take longer than the rest of the check.
            Object properties = json.contains('"' + BEGINNING)
                    ? JsonParserFactory.getJsonParser().parseMap(json).get("properties")
                    : List.of();
            return properties instanceof List<?> list
                    ? list.stream().flatMap(SettingMetadata::ofLarder)
                    : Stream.empty();
        }
    }

    private static Stream<Map<?, ?>> ofLarder(Object property) {
        return property instanceof Map<?, ?> map
                        && String.valueOf(map.get("name")).startsWith(BEGINNING)
                ? Stream.of(map)
                : Stream.empty();
    }
}
