package dev.larder.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheSizeTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1000, 1000",
        "1KB, 1000",
        "0.5MB, 500000",
        "1.5gb, 1500000000",
        "1KiB, 1024",
        "2MiB, 2097152",
        "1GiB, 1073741824",
        "7B, 7",
        "0.1%, 304213",
        "1%, 3042135",
        "20%, 60842715",
        "100%, 304213576"
    })
    void parsesSizeAsBytesOrShareOfFootprint(String text, long bytes) {
        assertThat(CacheSize.parse(text).bytes(304_213_576)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "MB", "1XB", "ten", "1 MB", "1e3"})
    void rejectsInvalidSize(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CacheSize.parse(text))
                .withMessageContaining('"' + text + '"');
    }

    @ParameterizedTest
    @CsvSource({"300, 300", "30s, 30", "5m, 300", "2h, 7200", "1d, 86400"})
    void parsesTtlWithUnitOrAsSeconds(String text, long ttl) {
        assertThat(TtlParser.parse(text)).isEqualTo(ttl);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1w", "-1", "1.5h"})
    void rejectsInvalidTtl(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TtlParser.parse(text));
    }
}
