package dev.larder.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.compare.server.JsonBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeTest {

    @ParameterizedTest
    @CsvSource({"100, 100", "1k, 1024", "16K, 16384", "1m, 1048576"})
    void sizesAreWrittenWithPowersOf1024(String text, int octets) {
        assertThat(Size.of(text).octets()).isEqualTo(octets);
    }

    @Test
    void aBodyHasExactlyTheOctetsAskedFor() {
        assertThat(JsonBody.of(100)).hasSize(100).startsWith('{').endsWith('}').contains(JsonBody.part(100, 5, 90));
    }
}
