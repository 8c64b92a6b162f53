package dev.larder.gateway.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients go past the store only where a rule grants it, and only when they ask for it. */
class CacheBypassTest {

    private final CacheBypass granted = new CacheBypass(Optional.of("Bypass-Cache"), Optional.of("refresh"));

    @ParameterizedTest
    @CsvSource({"1, true", "true, true", "yes, true", "'', true", "0, false", "false, false", "' FALSE ', false"})
    void bypassIsRequestedByHeaderField(String value, boolean asked) {
        assertThat(granted.isRequested(HeaderFields.of("bypass-cache", value), ""))
                .isEqualTo(asked);
    }

    @ParameterizedTest
    @CsvSource({
        "refresh, true",
        "a=b&refresh=1, true",
        "refresh=, true",
        "refreshed, false",
        "a=refresh, false",
        "'', false"
    })
    void bypassIsRequestedByQueryParameter(String query, boolean asked) {
        assertThat(granted.isRequested(HeaderFields.EMPTY, query)).isEqualTo(asked);
    }

    @Test
    void bypassRequestIsIgnoredUnlessGranted() {
        assertThat(CacheBypass.NONE.isRequested(HeaderFields.of("Bypass-Cache", "1"), "refresh"))
                .isFalse();
    }
}
