package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Odd numbers and dates never keep a response fresh for longer than the origin can have meant (RFC 9111 1.2.2, 4.2). */
class FreshnessNumbersTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=0",
                "max-age=-1",
                "max-age=1.5",
                "max-age=60x",
                "max-age=sixty",
                "max-age=",
                "max-age",
                "max-age=60, max-age=0",
                "max-age=0, max-age=60",
                "s-maxage=0, max-age=60",
                "s-maxage=x, max-age=60",
                "no-cache, max-age=60",
                "max-age =60"
            })
    @Tag("hardening-T")
    void malformedOrRestrictiveCacheControlIsNotFresh(String cacheControl) {
        assertThat(hitAfter("Cache-Control", cacheControl)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=60",
                "MAX-AGE=60",
                "max-age=2147483647",
                "max-age=2147483648",
                "max-age=9223372036854775807",
                "max-age=100000000000000000000",
                "max-age=0060",
                "s-maxage=60, max-age=0",
                "foo=\"max-age=0\", max-age=60",
                "foo=\"a, no-store, b\", max-age=60",
                ",,max-age=60,,"
            })
    @Tag("hardening-T")
    void hugeLifetimesAndUnusualListsAreFresh(String cacheControl) {
        assertThat(hitAfter("Cache-Control", cacheControl)).isTrue();
        assertThat(Long.parseLong(STAGE.get(path).field("Age"))).isBetween(0L, 60L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "now",
                "",
                "Thu, 01 Jan 1970 00:00:00 GMT",
                "Thu, 01 Jan 2060 00:00:00",
                "Thu, 01 Jan 2060 00:00:00 CET",
                "2060-01-01T00:00:00Z",
                "Thu, 99 Jan 2060 00:00:00 GMT"
            })
    @Tag("hardening-T")
    void unreadableOrPastExpiresIsStale(String expires) {
        assertThat(hitAfter("Expires", expires)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Thu, 01 Jan 2060 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"})
    void anExpiresFarAheadIsFresh(String expires) {
        assertThat(hitAfter("Expires", expires)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"100|false", "2147483648|false", "99999999999999999999|false", "10|true", "0|true"})
    @Tag("hardening-T")
    void ageOfUpstreamReducesFreshness(String age, boolean hit) {
        assertThat(hitAfter("Cache-Control", "max-age=60", "Age", age)).isEqualTo(hit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "yesterday", ""})
    @Tag("hardening-T")
    void anOddDateNeverMakesANegativeAge(String date) {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60", "Date", date));
        STAGE.get(path);
        ReceivedResponse second = STAGE.get(path);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.field("Age")).matches("[0-9]{0,10}");
    }

    private boolean hitAfter(String... fields) {
        STAGE.origin().on(path, ResponseScript.ok("x", fields));
        assertThat(STAGE.get(path).status()).isEqualTo(200);
        return STAGE.get(path).hit();
    }
}
