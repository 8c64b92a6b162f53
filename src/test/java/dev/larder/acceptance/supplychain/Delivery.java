package dev.larder.acceptance.supplychain;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** The executable jar as it was built, and the repository around it. */
final class Delivery {

    private static final Pattern LIBRARY = Pattern.compile("BOOT-INF/lib/(.+?)-(\\d[^/]*)\\.jar");
    private static final Pattern LAYER = Pattern.compile("^- \"(.+)\":$", Pattern.MULTILINE);

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    private final Path jar;

    private Delivery(Path jar) {
        this.jar = jar;
    }

    /** The jar that the build names in {@code larder.exec.jar}. */
    static Delivery ofThisBuild() {
        return new Delivery(
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

    /** The configuration properties that Larder's own jars describe, with their defaults; empty for none. */
    Map<String, String> properties() throws IOException {
        var defaults = new TreeMap<String, String>();
        try (var file = new JarFile(jar.toFile())) {
            addProperties(file.getInputStream(file.getEntry(METADATA)), defaults);
            for (var entry : file.stream().filter(Delivery::isOurs).toList()) {
                addPropertiesOfJar(file.getInputStream(entry), defaults);
            }
        }
        return defaults;
    }

    private static boolean isOurs(JarEntry entry) {
        return entry.getName().startsWith("BOOT-INF/lib/larder-");
    }

    private static void addPropertiesOfJar(InputStream jar, Map<String, String> defaults) throws IOException {
        try (var entries = new JarInputStream(jar)) {
            for (var entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                if (entry.getName().equals(METADATA)) {
                    addProperties(new ByteArrayInputStream(entries.readAllBytes()), defaults);
                }
            }
        }
    }

    private static void addProperties(InputStream metadata, Map<String, String> defaults) throws IOException {
        try (metadata) {
            for (var property : JsonMapper.shared().readTree(metadata).get("properties")) {
                defaults.put(
                        property.get("name").stringValue(),
                        property.path("defaultValue").asString(""));
            }
        }
    }

    /** A jar in the jar; the version is the rest of its name from the first digit after a hyphen on. */
    record Library(String artifact, String version) {}
}
