package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The image that the module {@code docker/image} writes, if it has: what it says, and that what is in it runs. */
class ContainerImageTest {

    private static final Path TAR = ExecutableJar.ofThisBuild().root().resolve("docker/image/target/larder-image.tar");
    private static final String APPLICATION = "larder";

    @TempDir
    static Path folder;

    private static final List<List<String>> LAYERS = new ArrayList<>();
    private static JsonNode config = JsonMapper.shared().createObjectNode();
    private static Path files = TAR;

    @BeforeAll
    static void unpack() throws Exception {
        assumeTrue(Files.exists(TAR), "no image: mvn -Pimage -pl docker/image -am -DskipTests package makes one");
        Path image = Files.createDirectory(folder.resolve("image"));
        files = Files.createDirectory(folder.resolve("files"));
        tar("-xf", TAR.toString(), "-C", image.toString());
        JsonNode manifest = JsonMapper.shared()
                .readTree(Files.readString(image.resolve("manifest.json")))
                .get(0);
        config = JsonMapper.shared()
                .readTree(Files.readString(image.resolve(manifest.get("Config").stringValue())));
        for (JsonNode layer : manifest.get("Layers")) {
            String file = image.resolve(layer.stringValue()).toString();
            LAYERS.add(tar("-tf", file).stream()
                    .map(name -> name.startsWith("/") ? name.substring(1) : name)
                    .filter(name -> name.startsWith(APPLICATION + "/") && !name.endsWith("/"))
                    .toList());
            tar("-xf", file, "-C", files.toString());
        }
        LAYERS.removeIf(List::isEmpty);
    }

    @Test
    void layersAreOrderedByFrequencyOfChange() {
        assertThat(layerOf("BOOT-INF/lib/spring-core-")).isLessThan(layerOf("BOOT-INF/classes/dev/larder/"));
        assertThat(layerOf("org/springframework/boot/loader/")).isLessThan(layerOf("BOOT-INF/classes/dev/larder/"));
        assertThat(layerOf("BOOT-INF/classes/dev/larder/"))
                .isEqualTo(layerOf("BOOT-INF/lib/larder-policies-"))
                .isLessThan(layerOf("healthcheck.sh"));
    }

    /** Beside what the builder of images notes of its own, which the command does not read. */
    @Test
    void imageContainsExecutableByteForByteAndHealthCheck() throws IOException {
        Map<String, Long> image = new TreeMap<>();
        Path application = files.resolve(APPLICATION);
        for (String name : LAYERS.stream().flatMap(List::stream).toList()) {
            String file = name.substring(APPLICATION.length() + 1);
            image.put(file, checksum(Files.readAllBytes(application.resolve(file))));
        }

        assertThat(image).containsAllEntriesOf(executable());
        image.keySet().removeAll(executable().keySet());
        image.keySet().removeIf(name -> name.startsWith("jib-"));
        assertThat(image.keySet()).containsExactlyInAnyOrder("healthcheck.sh", "resources/META-INF/LICENSE");
    }

    @Test
    void imageDoesNotRunAsRoot() {
        assertThat(config.at("/config/User").stringValue()).isEqualTo("10001:10001");
    }

    @Test
    void imageDeclaresPortsEnvironmentAndLabels() {
        assertThat(config.at("/config/ExposedPorts").propertyNames()).containsExactlyInAnyOrder("8080/tcp", "8081/tcp");
        assertThat(strings("/config/Env")).contains("MANAGEMENT_SERVER_PORT=8081");
        assertThat(config.at("/config/WorkingDir").stringValue()).isEqualTo("/larder");
        assertThat(config.at("/config/Labels").propertyNames())
                .contains("org.opencontainers.image.title", "org.opencontainers.image.version");
    }

    @Test
    void imageHasFixedCreationTime() {
        assertThat(config.get("created").stringValue()).startsWith("1970-01-01T00:00:00");
    }

    @Test
    void applicationInImageStartsAndIsHealthy() throws Exception {
        List<String> entrypoint = strings("/config/Entrypoint");
        assertThat(entrypoint.get(0)).isEqualTo("java");
        String management = Integer.toString(FreePorts.free());
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.process(here(entrypoint.subList(1, entrypoint.size())))
                        .origin(origin)
                        .property("management.server.port", management)
                        .start()) {
            origin.on("/any", ResponseScript.ok("any", "Cache-Control", "max-age=60"));
            gateway.log().await(0, line -> line.contains("Started LarderApplication"), 60);

            assertThat(gateway.get("/any").hit()).isFalse();
            assertThat(gateway.get("/any").hit()).isTrue();
            assertThat(healthcheck(management)).isZero();
        }
        assertThat(healthcheck(management)).isNotZero();
    }

    private static int layerOf(String file) {
        for (int i = 0; i < LAYERS.size(); i++) {
            if (LAYERS.get(i).stream().anyMatch(name -> name.startsWith(APPLICATION + "/" + file))) {
                return i;
            }
        }
        throw new AssertionError("no layer has " + file);
    }

    /** Names and checksums of the files in the executable jar. */
    private static Map<String, Long> executable() throws IOException {
        Map<String, Long> entries = new TreeMap<>();
        try (JarFile jar = new JarFile(System.getProperty("larder.exec.jar"))) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (!entry.isDirectory()) {
                    entries.put(entry.getName(), entry.getCrc());
                }
            }
        }
        return entries;
    }

    private static long checksum(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return checksum.getValue();
    }

    private static List<String> strings(String pointer) {
        List<String> strings = new ArrayList<>();
        config.at(pointer).forEach(value -> strings.add(value.stringValue()));
        return strings;
    }

    /** The same with the paths of this machine in place of the image's. */
    private static List<String> here(List<String> entrypoint) {
        return entrypoint.stream()
                .map(word -> word.equals("/" + APPLICATION)
                        ? files.resolve(APPLICATION).toString()
                        : word)
                .toList();
    }

    private static int healthcheck(String port) throws Exception {
        var check = new ProcessBuilder(
                "bash", files.resolve("larder/healthcheck.sh").toString());
        check.environment().put("MANAGEMENT_SERVER_PORT", port);
        check.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        return check.start().waitFor();
    }

    private static List<String> tar(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("tar"));
        command.addAll(List.of(arguments));
        Process tar = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> lines = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(tar.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(tar.exitValue()).as(String.join("\n", lines)).isZero();
        return lines;
    }
}
