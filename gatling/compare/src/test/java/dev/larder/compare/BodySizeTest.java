package dev.larder.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.compare.server.FixedJsonBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodySizeTest {

    @ParameterizedTest
    @CsvSource({"100, 100", "1k, 1024", "16K, 16384", "1m, 1048576"})
    void parsesSizeUnitsAsPowersOf1024(String text, int octets) {
        assertThat(BodySize.of(text).octets()).isEqualTo(octets);
    }

    @Test
    void bodyHasExactlyRequestedSize() {
        assertThat(FixedJsonBody.of(100))
                .hasSize(100)
                .startsWith('{')
                .endsWith('}')
                .contains(FixedJsonBody.part(100, 5, 90));
    }
}
