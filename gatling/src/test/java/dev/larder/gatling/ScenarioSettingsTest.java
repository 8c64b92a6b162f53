package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioSettingsTest {

    @Test
    void missingSettingsHaveDocumentedDefaults() {
        var settings = new ScenarioSettings(Map.<String, String>of()::get);

        assertThat(settings.baseUrl()).isEqualTo(URI.create("http://127.0.0.1:8080"));
        assertThat(settings.users(20)).isEqualTo(20);
        assertThat(settings.duration(60)).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.mix(80)).isEqualTo(80);
        assertThat(settings.skew()).isEqualTo(0.99);
        assertThat(settings.seed()).isEqualTo(1);
        assertThat(settings.file("trace")).isEmpty();
        assertThat(settings.toString()).startsWith("baseUrl=http://127.0.0.1:8080, users=20, duration=60");
    }

    @ParameterizedTest
    @CsvSource({
        "baseUrl, localhost:8080",
        "baseUrl, http://a b",
        "baseUrl, http://localhost:8080/",
        "baseUrl, ftp://localhost",
        "users, 0",
        "users, many",
        "requests, -1",
        "duration, 0",
        "mix, 101",
        "mix, most",
        "skew, -1",
        "seed, x",
        "size, 0",
        "path, items",
        "writes, maybe",
        "trace, /no/such/file",
    })
    void invalidSettingIsReportedWithExpectedValue(String name, String value) {
        var settings = new ScenarioSettings(Map.of(name, value)::get);

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> readAll(settings))
                .withMessageStartingWith("-D" + name + "=" + value + " is wrong: expected ")
                .withMessageContaining("For example: -D" + name + "=");
    }

    @Test
    void missingRequiredSettingIsReported() {
        var settings = new ScenarioSettings(Map.<String, String>of()::get);

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> settings.requiredUrl("secondUrl", "http://127.0.0.1:8081"))
                .withMessage("-DsecondUrl is missing: expected a URL. For example: -DsecondUrl=http://127.0.0.1:8081");
    }

    @Test
    void rejectsFolderAsTrace(@TempDir Path folder) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> new ScenarioSettings(Map.of("trace", folder.toString())::get).file("trace"));
    }

    private static void readAll(ScenarioSettings settings) {
        settings.baseUrl();
        settings.users(1);
        settings.requests(1);
        settings.duration(1);
        settings.mix(80);
        settings.skew();
        settings.seed();
        settings.size(1);
        settings.path("path", "/");
        settings.oneOf("writes", List.of("skip", "send"));
        settings.file("trace");
    }
}
