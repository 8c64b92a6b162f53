package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A refused value is told in sentences, each with one full stop, whoever says why. */
class InvalidPropertyExceptionTest {

    @ParameterizedTest
    @ValueSource(strings = {"it is too early", "it is too early."})
    void reasonEndsWithOneFullStop(String why) {
        var refused = new InvalidPropertyException("larder.hit-path", "web", why, "auto");
        assertThat(refused).hasMessage("larder.hit-path=web: it is too early. Write for example auto.");
        assertThat(refused.description(Optional.empty()))
                .isEqualTo("The property larder.hit-path has the value 'web', but it is too early.");
    }
}
