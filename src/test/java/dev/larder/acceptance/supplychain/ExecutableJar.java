package dev.larder.acceptance.supplychain;

import dev.larder.acceptance.supplychain.SettingsMetadata.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The executable jar as it was built, and the repository around it. */
final class ExecutableJar {

    private static final Pattern LIBRARY = Pattern.compile("BOOT-INF/lib/(.+?)-(\\d[^/]*)\\.jar");
    private static final Pattern LAYER = Pattern.compile("^- \"(.+)\":$", Pattern.MULTILINE);

    private final Path jar;

    private ExecutableJar(Path jar) {
        this.jar = jar;
    }

    /** The jar that the build names in {@code larder.exec.jar}. */
    static ExecutableJar ofThisBuild() {
        return new ExecutableJar(
                Path.of(System.getProperty("larder.exec.jar")).toAbsolutePath().normalize());
    }

    /** The root of the repository: the jar lies in gateway/target. */
    Path root() {
        return jar.resolve("../../..").normalize();
    }

    List<Library> libraries() throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> LIBRARY.matcher(entry.getName()))
                    .filter(Matcher::matches)
                    .map(found -> new Library(found.group(1), found.group(2)))
                    .toList();
        }
    }

    /** The layers of the jar's index, in its order. */
    List<String> layers() throws IOException {
        try (var file = new JarFile(jar.toFile());
                var index = file.getInputStream(file.getEntry("BOOT-INF/layers.idx"))) {
            var text = new String(index.readAllBytes(), StandardCharsets.UTF_8);
            return LAYER.matcher(text).results().map(found -> found.group(1)).toList();
        }
    }

    /** The settings that Larder's own jars describe, by artifact. */
    Map<String, List<Setting>> settings() throws IOException {
        return SettingsMetadata.of(jar).byJar();
    }

    /** The defaults of all settings, by name; empty for none. */
    Map<String, String> properties() throws IOException {
        return settings().values().stream()
                .flatMap(List::stream)
                .collect(Collectors.toMap(Setting::name, Setting::defaultValue));
    }

    /** A jar in the jar; the version is the rest of its name from the first digit after a hyphen on. */
    record Library(String artifact, String version) {}
}
