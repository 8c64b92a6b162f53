package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What extensions announce, and that all of Larder's own do. */
class ExtensionJarTest {

    private static final Path EXTENSIONS = Path.of("../../extensions");

    @Test
    void everyExtensionWithAutoConfigurationAnnouncesItself() throws IOException {
        try (Stream<Path> folders = Files.list(EXTENSIONS)) {
            assertThat(folders.filter(folder -> Files.exists(folder.resolve("src/main/resources/META-INF/spring")))
                            .map(folder -> "larder-" + folder.getFileName()))
                    .isNotEmpty()
                    .containsExactlyInAnyOrderElementsOf(ExtensionJar.all().stream()
                            .map(ExtensionJar::artifact)
                            .toList());
        }
    }

    @Test
    void announcementsOfSeveralJarsAreToldApartByName() {
        assertThat(ExtensionJar.of(announced(Map.of(
                        "larder-b.settings", "larder.b,larder.bb",
                        "larder-b.stores", "b",
                        "larder-a.settings", "larder.a",
                        "larder-a.filters", "A, AA",
                        "larder-a.switches", "larder.a.enabled",
                        "larder-a.rule-settings", "a-rule"))))
                .containsExactly(
                        new ExtensionJar(
                                "larder-a",
                                Set.of("larder.a"),
                                Set.of("larder.a.enabled"),
                                Set.of(),
                                Set.of("A", "AA"),
                                Set.of("a-rule")),
                        new ExtensionJar(
                                "larder-b",
                                Set.of("larder.b", "larder.bb"),
                                Set.of(),
                                Set.of("b"),
                                Set.of(),
                                Set.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"larder-hello.setting", "settings", "larder-hello.stores"})
    void rejectsAnnouncementWithUnknownKeysOrWithoutSettings(String key) {
        assertThatExceptionOfType(InvalidPropertyException.class)
                .isThrownBy(() -> ExtensionJar.of(announced(Map.of(key, "larder.hello"))))
                .withMessageContaining("META-INF/larder.extension");
    }

    private static Properties announced(Map<String, String> keys) {
        var announced = new Properties();
        announced.putAll(keys);
        return announced;
    }
}
