package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ResponseScript;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9111 4.2, 5.1 and 5.3: dates, ages and lifetimes, and when a stale response may be used. */
class FreshnessConformanceTest extends ConformanceTestBase {

    @CoveredObligations("9111-4.2-case")
    @Test
    void datesAreReadInAnyCase() {
        fetch("Expires", date(100).toLowerCase(Locale.ROOT), "Date", date(0).toUpperCase(Locale.ROOT));
        assertReused();
        pass(101);
        assertForwarded();
    }

    @CoveredObligations("9111-4.2-resolution")
    @Test
    void aResponseIsStaleByTheSecondOfItsExpiry() {
        fetch("Expires", date(10), "Date", date(0));
        pass(9);
        assertReused();
        pass(1);
        assertForwarded();
    }

    @CoveredObligations("9111-4.2-time-zone")
    @ParameterizedTest
    @ValueSource(strings = {"America/New_York", "Pacific/Kiritimati", "Asia/Kolkata"})
    void theLocalTimeZoneDoesNotMatter(String zone) {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try {
            fetch("Expires", date(10), "Date", date(0), "Last-Modified", date(-1_000_000));
            pass(8);
            assertThat(assertReused().field("Age")).isIn("8", "9");
            pass(3);
            assertForwarded();
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @CoveredObligations({"9111-4.2-gmt", "9111-5.3-invalid"})
    @ParameterizedTest
    @ValueSource(strings = {"EST", "PST", "CEST", "UTC", "Z", "+0000", "BST", ""})
    void aDateInAnotherZoneIsInvalid(String zone) {
        fetch("Expires", date(1_000_000).replace("GMT", zone).trim(), "Date", date(0), "ETag", "\"1\"");
        assertForwarded();
    }

    @CoveredObligations("9111-5.3-invalid")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "",
                "never",
                "1767225600",
                "2099-01-01T00:00:00Z",
                "Thu, 99 Dec 2099 16:00:00 GMT",
                "Thu Dec 2099"
            })
    void invalidExpiresMeansAlreadyExpired(String expires) {
        fetch("Expires", expires, "Date", date(0), "Last-Modified", date(-1_000_000));
        assertForwarded();
    }

    @CoveredObligations("9111-4.2.2-explicit")
    @ParameterizedTest
    @ValueSource(strings = {"max-age=10", "s-maxage=10", "Expires", "public, max-age=10"})
    void explicitLifetimeExcludesHeuristicFreshness(String freshness) {
        String modified = date(-100_000_000);
        if (freshness.equals("Expires")) {
            fetch("Expires", date(10), "Date", date(0), "Last-Modified", modified);
        } else {
            fetch(CC, freshness, "Last-Modified", modified);
        }
        assertReused();
        pass(11);
        assertForwarded();
    }

    @CoveredObligations("9111-4.2.2-explicit")
    @ParameterizedTest
    @ValueSource(strings = {"max-age=0", "s-maxage=0", "max-age=ten", "max-age=-1"})
    void zeroOrInvalidLifetimeExcludesHeuristicFreshness(String freshness) {
        fetch(CC, freshness, "Last-Modified", date(-100_000_000));
        assertForwarded();
    }

    @CoveredObligations({"9111-4.2.4-prohibited", "9111-5.2.2.2-ignore", "9111-5.2.2.2-validate"})
    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=10, must-revalidate",
                "max-age=10, proxy-revalidate",
                "s-maxage=10, proxy-revalidate",
                "max-age=10, no-cache"
            })
    void directivesForbiddingStaleOutweighDirectivesAllowingIt(String directives) {
        STAGE.gateway().expect(502, 503, 504);
        fetch(CC, directives + ", stale-while-revalidate=1000, stale-if-error=1000", "ETag", "\"1\"");
        pass(20);
        assertThat(getWhileDown(CC, "max-stale=1000, stale-if-error=1000").status())
                .isIn(502, 504);
        answer(ResponseScript.status(503));
        assertThat(get(CC, "max-stale").status()).isEqualTo(503);
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertForwarded(CC, "max-stale");
    }

    /** RFC 9111 5.2.2.10; what the origin itself states beside it is its exception (RFC 5861). */
    @CoveredObligations("9111-4.2.4-prohibited")
    @ParameterizedTest
    @CsvSource({"s-maxage=10, false", "'s-maxage=10, stale-if-error=1000', true"})
    void sMaxageForbidsStaleUnlessOriginStatesStaleIfError(String directives, boolean served) {
        STAGE.gateway().expect(502, 504);
        fetch(CC, directives, "ETag", "\"1\"");
        pass(20);
        assertThat(getWhileDown(CC, "max-stale=1000, stale-if-error=1000").status() == 200)
                .isEqualTo(served);
    }

    @CoveredObligations("9111-4.2.4-permitted")
    @Test
    void staleIsServedToAClientThatAcceptsIt() {
        fetch(CC, "max-age=10");
        pass(20);
        assertReused(CC, "max-stale=15");
        assertForwarded(CC, "max-stale=5");
    }

    @CoveredObligations("9111-4.2.4-permitted")
    @Test
    void staleIsServedWhileDisconnectedAndNotAfterwards() {
        fetch(CC, "max-age=10");
        pass(20);
        assertThat(getWhileDown().content()).isEqualTo(OLD);
        assertForwarded();
    }

    @CoveredObligations("9111-5.1-list")
    @ParameterizedTest
    @CsvSource({"'3, 100',3", "'100, 3',100", "'3, x',3"})
    void firstOfSeveralAgeValuesCounts(String value, int age) {
        fetch(CC, "max-age=1000", "Age", value);
        assertThat(assertReused().fields().all("Age")).containsExactly(Integer.toString(age));
    }

    @CoveredObligations("9111-5.1-list")
    @Test
    void firstOfSeveralAgeLinesCounts() {
        fetch(CC, "max-age=50", "Age", "3", "Age", "100");
        assertThat(assertReused().fields().all("Age")).containsExactly("3");
    }

    @CoveredObligations("9111-5.1-invalid")
    @ParameterizedTest
    @ValueSource(strings = {"abc", "-100", "100.5", "+100", "'100'", "100 s", ""})
    void anInvalidAgeIsIgnored(String value) {
        fetch(CC, "max-age=50", "Age", value);
        assertThat(assertReused().fields().all("Age")).containsExactly("0");
    }

    @CoveredObligations("9111-5.3-max-age")
    @Test
    void maxAgeOutweighsExpires() {
        fetch(CC, "max-age=10", "Expires", date(1000), "Date", date(0));
        pass(11);
        assertForwarded();
    }

    @CoveredObligations("9111-5.3-max-age")
    @Test
    void maxAgeOutweighsExpiresInThePast() {
        fetch(CC, "max-age=10", "Expires", "0");
        assertReused();
    }

    @CoveredObligations("9111-5.3-s-maxage")
    @ParameterizedTest
    @ValueSource(strings = {"s-maxage=10", "s-maxage=10, max-age=1000"})
    void sMaxageOutweighsMaxAgeAndExpires(String directives) {
        fetch(CC, directives, "Expires", date(1000), "Date", date(0));
        assertReused();
        pass(11);
        assertForwarded();
    }

    @CoveredObligations("9111-5.3-s-maxage")
    @Test
    void sMaxageOutweighsMaxAgeZeroAndPastExpires() {
        fetch(CC, "s-maxage=10, max-age=0", "Expires", "0");
        assertReused();
    }
}
