package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The bill of materials in the executable jar, which applications with the library must not get as theirs. */
class BillOfMaterialsTest {

    private static final String BILL = "META-INF/sbom/application.cdx.json";
    private static final Pattern CLASSIFIER = Pattern.compile("[?&]classifier=([^&]+)");

    private static final Path JAR = Path.of(System.getProperty("larder.exec.jar"));
    private static JsonNode bill = JsonMapper.shared().createObjectNode();

    @BeforeAll
    static void read() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile());
                var content = jar.getInputStream(jar.getEntry(BILL))) {
            bill = JsonMapper.shared().readTree(content.readAllBytes());
        }
    }

    @Test
    void listsEveryLibraryOfExecutable() throws IOException {
        assertThat(components())
                .containsAll(ExecutableJar.ofThisBuild().libraries().stream()
                        .map(library -> library.artifact() + "-" + library.version())
                        .filter(library -> !library.startsWith("spring-boot-jarmode-tools"))
                        .toList());
    }

    /** Starters have no classes; Spring Security is what the library can work with, and the executable does without. */
    @Test
    void listsOtherwiseOnlyStartersAndOptionalDependencies() throws IOException {
        List<String> others = components();
        for (ExecutableJar.Library library : ExecutableJar.ofThisBuild().libraries()) {
            others.remove(library.artifact() + "-" + library.version());
        }
        assertThat(others)
                .allMatch(other -> other.startsWith("spring-boot-starter-") || other.startsWith("spring-security-"));
    }

    @Test
    void isMarkedReproducibleAndHasNoTimestamp() {
        assertThat(bill.at("/metadata/timestamp").isMissingNode()).isTrue();
        assertThat(bill.get("metadata").get("properties")).anySatisfy(property -> {
            assertThat(property.get("name").stringValue()).isEqualTo("cdx:reproducible");
            assertThat(property.get("value").stringValue()).isEqualTo("enabled");
        });
    }

    @Test
    void executableNamesBillLocationAndLibraryContainsNoBill() throws IOException {
        try (JarFile executable = new JarFile(JAR.toFile());
                JarFile library =
                        new JarFile(JAR.resolveSibling("larder-gateway.jar").toFile())) {
            assertThat(executable.getManifest().getMainAttributes().getValue("Sbom-Location"))
                    .isEqualTo(BILL);
            assertThat(library.getEntry(BILL)).isNull();
        }
    }

    private static List<String> components() {
        List<String> components = new ArrayList<>();
        for (JsonNode component : bill.get("components")) {
            var classifier = CLASSIFIER.matcher(component.path("purl").asString(""));
            components.add(component.get("name").stringValue()
                    + "-" + component.get("version").stringValue()
                    + (classifier.find() ? "-" + classifier.group(1) : ""));
        }
        return components;
    }
}
