package dev.larder.acceptance.supplychain;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The settings that Larder's jars in the executable describe in their configuration metadata, by the artifact of the jar. */
final class SettingsMetadata {

    /** The executable's own classes, which are in no jar of their own. */
    static final String EXECUTABLE = "larder-gateway";

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String NESTED = "META-INF/spring/configuration-metadata/";
    private static final String FACTORIES = "META-INF/spring.factories";
    private static final String RULE_EXTENSION = "dev.larder.gateway.autoconfigure.RuleExtension";
    private static final Pattern JAR = Pattern.compile("BOOT-INF/lib/(larder-.+?)-\\d[^/]*\\.jar");
    private static final Pattern BY_NAME =
            Pattern.compile("java\\.util\\.Map<java\\.lang\\.String,(dev\\.larder\\.[\\w.$]+)>");

    private final Map<String, Map<String, byte[]>> files = new TreeMap<>();
    private final JarClasses classes;

    private SettingsMetadata() {
        classes = new JarClasses(files.values());
    }

    static SettingsMetadata of(Path executable) throws IOException {
        var settings = new SettingsMetadata();
        try (var jar = new JarFile(executable.toFile())) {
            settings.files.put(EXECUTABLE, new HashMap<>());
            for (var entry : jar.stream().toList()) {
                settings.add(jar, entry);
            }
        }
        return settings;
    }

    private void add(JarFile jar, ZipEntry entry) throws IOException {
        Matcher library = JAR.matcher(entry.getName());
        if (library.matches()) {
            try (var content = new JarInputStream(jar.getInputStream(entry))) {
                files.put(library.group(1), read(content));
            }
        } else if (entry.getName().equals(METADATA)) {
            try (InputStream content = jar.getInputStream(entry)) {
                files.get(EXECUTABLE).put(METADATA, content.readAllBytes());
            }
        }
    }

    private static Map<String, byte[]> read(ZipInputStream jar) throws IOException {
        var content = new HashMap<String, byte[]>();
        for (var entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
            if (!entry.isDirectory()) {
                content.put(entry.getName(), jar.readAllBytes());
            }
        }
        return content;
    }

    /** By artifact, those of each jar that has any, in the order of their names. */
    Map<String, List<Setting>> byJar() {
        var settings = new TreeMap<String, List<Setting>>();
        files.forEach((artifact, content) -> {
            var described = settings(content);
            if (!described.isEmpty()) {
                settings.put(artifact, described);
            }
        });
        return settings;
    }

    private List<Setting> settings(Map<String, byte[]> jar) {
        Stream<Setting> all = described(jar.get(METADATA), "")
                .flatMap(setting -> Stream.concat(Stream.of(setting), ofEachName(setting, jar)));
        return Stream.concat(all, addedToRules(jar)).sorted().toList();
    }

    /** What a jar adds to each rule. */
    private Stream<Setting> addedToRules(Map<String, byte[]> jar) {
        byte[] factories = jar.get(FACTORIES);
        if (factories == null) {
            return Stream.empty();
        }
        var named = new Properties();
        try {
            named.load(new ByteArrayInputStream(factories));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Stream.ofNullable(named.getProperty(RULE_EXTENSION))
                .flatMap(extension -> classes.settingsOf(extension))
                .flatMap(settings -> described(jar.get(NESTED + settings + ".json"), "larder.rules.<name>."));
    }

    /** What is below a setting that is a map of properties by name. */
    private Stream<Setting> ofEachName(Setting setting, Map<String, byte[]> jar) {
        Matcher properties = BY_NAME.matcher(setting.metadataType());
        return properties.matches()
                ? described(jar.get(NESTED + properties.group(1) + ".json"), setting.name() + ".<name>.")
                : Stream.empty();
    }

    private Stream<Setting> described(byte @Nullable [] metadata, String prefix) {
        if (metadata == null) {
            return Stream.empty();
        }
        var properties = new ArrayList<Setting>();
        for (JsonNode property :
                JsonMapper.shared().readTree(new ByteArrayInputStream(metadata)).get("properties")) {
            properties.add(setting(property, prefix));
        }
        return properties.stream();
    }

    private Setting setting(JsonNode property, String prefix) {
        String type = property.path("type").asString("");
        JsonNode value = property.path("defaultValue");
        return new Setting(
                prefix + property.get("name").stringValue(),
                type,
                type(type),
                value.isArray() ? list(value) : value.asString("").replaceAll("^\\[(.*)]$", "$1"),
                property.path("description").asString(""));
    }

    private static String list(JsonNode values) {
        return values.valueStream().map(value -> value.asString("")).collect(Collectors.joining(", "));
    }

    /** A type in words, or the values that it has. */
    private String type(String type) {
        return classes.of(type)
                .orElseGet(() -> type.replaceAll("[a-z0-9]+\\.(?=\\w)|[A-Za-z]+\\$", "")
                        .replaceAll("^(?:List|Set)<(.*)>$", "list of $1")
                        .replaceAll("^Map<String,(?:List|Set)<String>>$", "lists by name")
                        .replaceAll("^Map<String,.*>$", "properties by name")
                        .replaceAll("Integer|Long|Double", "number")
                        .replace("DataSize", "size")
                        .replace("Boolean", "`true`, `false`")
                        .replace("Duration", "duration")
                        .replace("String", "text")
                        .replaceAll("^Path$", "path")
                        .replace("Access", "`none`, `read-only`, `unrestricted`")
                        .replace("ClientAuth", "`none`, `optional`, `require`"));
    }

    /** One setting; its type as the metadata has it, and in words. */
    record Setting(String name, String metadataType, String type, String defaultValue, String description)
            implements Comparable<Setting> {

        @Override
        public int compareTo(Setting other) {
            return name.compareTo(other.name);
        }
    }

    /** Loads classes out of the jars in the executable. */
    private static final class JarClasses extends ClassLoader {

        private final Iterable<Map<String, byte[]>> jars;

        JarClasses(Iterable<Map<String, byte[]>> jars) {
            super(ClassLoader.getPlatformClassLoader());
            this.jars = jars;
        }

        /** As they are written in a configuration; empty if it is no enum of these jars. */
        Optional<String> of(String type) {
            String element = type.replaceAll("^java\\.util\\.(?:List|Set)<(.*)>$", "$1");
            if (!element.startsWith("dev.larder.") || element.contains("<")) {
                return Optional.empty();
            }
            try {
                return Optional.ofNullable(loadClass(element).getEnumConstants())
                        .map(values -> Stream.of(values).map(JarClasses::text).collect(Collectors.joining(", ")))
                        .map(values -> element.equals(type) ? values : "list of " + values);
            } catch (ClassNotFoundException | LinkageError notHere) {
                return Optional.empty();
            }
        }

        /** The names of the records that an extension of rules binds its settings to. */
        Stream<String> settingsOf(String extension) {
            try {
                var constructor = loadClass(extension).getDeclaredConstructor();
                constructor.setAccessible(true);
                var settings = constructor.getDeclaringClass().getMethod("settings");
                settings.setAccessible(true);
                return ((List<?>) settings.invoke(constructor.newInstance()))
                        .stream().map(type -> ((Class<?>) type).getName());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(extension, e);
            }
        }

        private static String text(Object constant) {
            return "`" + ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-') + "`";
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String path = name.replace('.', '/') + ".class";
            for (Map<String, byte[]> jar : jars) {
                byte[] file = jar.get(path);
                if (file != null) {
                    return defineClass(name, file, 0, file.length);
                }
            }
            throw new ClassNotFoundException(name);
        }
    }
}
