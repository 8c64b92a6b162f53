package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadSettingsTest {

    @Test
    void theDefaultsAreThoseOfTheReadme() {
        assertThat(LoadSettings.fromSystemProperties())
                .isEqualTo(new LoadSettings(URI.create("http://127.0.0.1:8080"), 20, Duration.ofSeconds(10), 1, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "baseUrl, localhost:8080",
        "baseUrl, http://a b",
        "users, 0",
        "users, many",
        "duration, 0",
        "writeShare, 100",
        "writeShare, -1",
        "seed, x"
    })
    void aWrongSettingIsNamed(String name, String value) {
        System.setProperty(name, value);
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(LoadSettings::fromSystemProperties)
                    .withMessageStartingWith(name);
        } finally {
            System.clearProperty(name);
        }
    }
}
