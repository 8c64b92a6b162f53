package dev.larder.acceptance.supplychain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** A compose file, read as far as the tests ask. */
final class ComposeFile {

    private final Map<String, Map<String, Object>> services;

    private ComposeFile(Map<String, Map<String, Object>> services) {
        this.services = services;
    }

    static ComposeFile read(Path file) throws IOException {
        try (var reader = Files.newBufferedReader(file)) {
            Map<String, Map<String, Map<String, Object>>> document = new Yaml().load(reader);
            return new ComposeFile(document.get("services"));
        }
    }

    Set<String> services() {
        return services.keySet();
    }

    /** All values of a field, of every service: the elements of lists, the keys of maps. */
    Stream<String> all(String field) {
        return services.values().stream()
                .map(service -> service.get(field))
                .flatMap(ComposeFile::elements)
                .map(String::valueOf);
    }

    /** The services that do not have a field. */
    Set<String> without(String field) {
        return services.entrySet().stream()
                .filter(service -> !service.getValue().containsKey(field))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Paths that services mount from the host or build from, as written. */
    Stream<String> hostPaths() {
        var mounted = all("volumes").map(volume -> volume.substring(0, volume.indexOf(':')));
        var contexts = services.values().stream()
                .map(service -> service.get("build"))
                .filter(Map.class::isInstance)
                .map(build -> String.valueOf(((Map<?, ?>) build).get("context")));
        return Stream.concat(mounted, contexts);
    }

    private static Stream<?> elements(Object value) {
        if (value instanceof Collection<?> list) {
            return list.stream();
        }
        return value instanceof Map<?, ?> map ? map.keySet().stream() : Stream.ofNullable(value);
    }
}
