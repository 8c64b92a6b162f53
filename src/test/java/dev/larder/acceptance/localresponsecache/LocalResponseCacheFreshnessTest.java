package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For how long a response may be used, and what clients are told about that (RFC 9111 4.2 and 5). */
class LocalResponseCacheFreshnessTest extends LocalResponseCacheComparison {

    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            value = {"Cache-Control:max-age=0", "Cache-Control:s-maxage=0", "Expires:0"})
    void builtInReusesImmediatelyStaleResponse(String name, String value) {
        fetch(BUILT_IN, name, value);
        assertReused(get(BUILT_IN));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            value = {"Cache-Control:max-age=0", "Cache-Control:s-maxage=0", "Expires:0"})
    void larderDoesNotReuseImmediatelyStaleResponse(String name, String value) {
        fetch(LARDER, name, value);
        assertForwarded(get(LARDER));
    }

    @Test
    void builtInReplacesMaxAgeOfOrigin() {
        assertThat(fetch(BUILT_IN, CC, "max-age=10").field(CC)).matches(HALF_AN_HOUR);
    }

    @Test
    void larderPassesOnMaxAgeOfOrigin() {
        assertThat(fetch(LARDER, CC, "max-age=10").field(CC)).isEqualTo("max-age=10");
    }

    @Test
    void builtInStatesNoAge() {
        fetch(BUILT_IN, CC, "max-age=60");
        assertThat(get(BUILT_IN).fields().has("Age")).isFalse();
    }

    /** RFC 9111 4: "the cache MUST generate an Age header field". */
    @Test
    void larderStatesTheAgeOfAHit() {
        fetch(LARDER, CC, "max-age=60");
        assertThat(get(LARDER).field("Age")).matches("\\d+");
    }

    @Test
    void builtInRepeatsReceivedAgeUnchanged() {
        fetch(BUILT_IN, CC, "max-age=60", "Age", "61");
        ReceivedResponse second = get(BUILT_IN);
        assertReused(second);
        assertThat(second.field("Age")).isEqualTo("61");
    }

    @Test
    void larderCountsReceivedAgeTowardsFreshness() {
        fetch(LARDER, CC, "max-age=60", "Age", "61");
        assertForwarded(get(LARDER));
    }
}
