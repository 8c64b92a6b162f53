package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.response;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.Freshness.Basis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FreshnessTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s-maxage=3, max-age=2 | 3",
                "max-age=2, s-maxage=3 | 3",
                "max-age=2 | 2",
                "max-age=0 | 0",
                "s-maxage=x, max-age=2 | 0",
                "public | 10"
            })
    @EngineObligation(
            section = "4.2.1",
            level = MUST,
            value = "s-maxage, then max-age, then Expires minus Date: the first match")
    void prefersSMaxageThenMaxAgeThenExpires(String cacheControl, long seconds) {
        ResponseHead head = ok("Cache-Control", cacheControl, "Date", date(0), "Expires", date(10));

        assertThat(of(head)).isEqualTo(new Freshness(Duration.ofSeconds(seconds), Basis.EXPLICIT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "", "garbage", "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 01 Jan 1970 00:00:00 GMT"})
    @EngineObligation(section = "5.3", level = MUST, value = "invalid date formats, especially 0, are in the past")
    void malformedOrPastExpiresIsStale(String expires) {
        Freshness freshness = of(ok("Date", date(0), "Expires", expires, "Last-Modified", date(-100_000)));

        assertThat(freshness).isEqualTo(new Freshness(Duration.ZERO, Basis.EXPLICIT));
    }

    @ParameterizedTest
    @CsvSource({
        "300, 400, 0",
        "10, -10, 20",
        "20, 10, 10",
        "0, 0, 0",
        "-31536000, -31536060, 60",
        "31536060, 31536000, 60"
    })
    @EngineObligation(section = "4.2.1", level = MUST, value = "Expires counts from Date, so clocks need not agree")
    void expiresCountsFromDate(long expires, long date, long seconds) {
        assertThat(of(ok("Expires", date(expires), "Date", date(date))).lifetime())
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo", ""})
    @EngineObligation(
            rfc = "RFC 9110",
            section = "6.6.1",
            level = MAY,
            value = "an invalid Date may be replaced by the time of receipt")
    void replacesInvalidDateByTimeOfReceipt(String date) {
        assertThat(of(ok("Date", date, "Expires", date(10))).lifetime()).isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-age=0 | 0",
                "max-age=10 | 10",
                "max-age=10+600 | 10",
                "max-age=60;edge, max-age=20 | 20",
                "content=\"ESI/1.0\", Max-Age = \"5\" | 5",
                "max-age | 0",
                "max-age=soon | 0",
                "max-age=100 | 60",
                "content=\"ESI/1.0\" | 60",
                "x-max-age=1 | 60"
            })
    @EngineObligation(
            section = "5.2",
            level = MAY,
            value = "Surrogate-Control: max-age shortens a lifetime, and never lengthens it")
    void surrogateControlShortensALifetime(String value, int seconds) {
        for (HeaderFields fields : List.of(
                HeaderFields.of("Cache-Control", "max-age=60", "Surrogate-Control", value),
                HeaderFields.of("CDN-Cache-Control", "max-age=60", "Surrogate-Control", value),
                HeaderFields.of("Date", date(0), "Expires", date(60), "Surrogate-Control", value))) {
            assertThat(of(new ResponseHead(200, fields)).lifetime()).isEqualTo(Duration.ofSeconds(seconds));
        }
    }

    @Test
    @EngineObligation(section = "4.2.1", level = SHOULD, value = "Expires lines that disagree are stale")
    void disagreeingExpiresIsStale() {
        Freshness freshness = of(ok("Date", date(0), "Expires", date(10), "Expires", date(20)));

        assertThat(freshness).isEqualTo(new Freshness(Duration.ZERO, Basis.EXPLICIT));
    }

    @Test
    @EngineObligation(section = "5.3", level = MUST, value = "the far future is bounded")
    void capsLifetimeOfExpiresInFarFuture() {
        assertThat(of(ok("Date", date(0), "Expires", "Fri, 31 Dec 9999 23:59:59 GMT"))
                        .lifetime())
                .isEqualTo(DeltaSeconds.MAX);
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9213",
            section = "2.2",
            level = MUST,
            value = "a targeted field silences Cache-Control and Expires")
    void ignoresExpiresBesideTargetedField() {
        Freshness freshness = of(ok("CDN-Cache-Control", "foo", "Date", date(0), "Expires", date(10)));

        assertThat(freshness.basis()).isEqualTo(Basis.NONE);
    }

    @ParameterizedTest
    @CsvSource({"200", "203", "204", "300", "301", "308", "404", "405", "410", "414", "501"})
    @EngineObligation(
            section = "4.2.2",
            level = MAY,
            value = "10 % of the time since Last-Modified for heuristically cacheable status codes")
    void heuristicLifetimeIsTenthOfTimeSinceLastModified(int status) {
        Freshness freshness = of(response(status, "Date", date(0), "Last-Modified", date(-1000)));

        assertThat(freshness).isEqualTo(new Freshness(Duration.ofSeconds(100), Basis.HEURISTIC));
    }

    @ParameterizedTest
    @CsvSource({"201", "202", "206", "302", "303", "307", "400", "403", "500", "502", "503", "504", "599"})
    @EngineObligation(
            section = "4.2.2",
            level = MUST,
            value = "no heuristics for status codes not defined as heuristically cacheable")
    void appliesNoHeuristicOrTtlToOtherStatusCodes(int status) {
        assertThat(of(response(status, "Date", date(0), "Last-Modified", date(-1000)))
                        .basis())
                .isEqualTo(Basis.NONE);
        assertThat(Freshness.of(
                                response(status),
                                ResponseDirectives.of(HeaderFields.EMPTY),
                                EngineFixtures.POLICY.withTtl(Duration.ofSeconds(9)),
                                EngineFixtures.WALL)
                        .basis())
                .isEqualTo(Basis.NONE);
    }

    @Test
    @EngineObligation(
            section = "4.2.2",
            level = MAY,
            value = "public makes any final status code heuristically cacheable")
    void publicAllowsHeuristicLifetimeForAnyStatus() {
        ResponseHead head = response(599, "Cache-Control", "public", "Date", date(0), "Last-Modified", date(-1000));

        assertThat(of(head).basis()).isEqualTo(Basis.HEURISTIC);
    }

    @Test
    @EngineObligation(section = "4.2.2", level = SHOULD, value = "heuristic freshness is capped and never negative")
    void heuristicLifetimeIsCappedAndNeverNegative() {
        assertThat(of(ok("Date", date(0), "Last-Modified", "Thu, 01 Jan 1970 00:00:00 GMT"))
                        .lifetime())
                .isEqualTo(Duration.ofDays(1));
        assertThat(of(ok("Date", date(0), "Last-Modified", date(5000))).lifetime())
                .isEqualTo(Duration.ZERO);
        assertThat(of(ok("Date", date(0), "Last-Modified", "garbage")).basis()).isEqualTo(Basis.NONE);
    }

    @Test
    @EngineObligation(section = "4.2.2", level = MUST, value = "no heuristic and no rule where the origin is explicit")
    void prefersExplicitFreshnessToRuleAndRuleToHeuristic() {
        CachePolicy rule = EngineFixtures.POLICY.withTtl(Duration.ofSeconds(9));
        ResponseHead silent = ok("Date", date(0), "Last-Modified", date(-1000));
        ResponseHead explicit = ok("Cache-Control", "max-age=0", "Last-Modified", date(-1000));

        assertThat(of(silent, rule)).isEqualTo(new Freshness(Duration.ofSeconds(9), Basis.RULE));
        assertThat(of(explicit, rule)).isEqualTo(new Freshness(Duration.ZERO, Basis.EXPLICIT));
    }

    private static Freshness of(ResponseHead head) {
        return of(head, EngineFixtures.POLICY);
    }

    private static Freshness of(ResponseHead head, CachePolicy policy) {
        return Freshness.of(head, ResponseDirectives.of(head.fields()), policy, EngineFixtures.WALL);
    }

    @ParameterizedTest
    @CsvSource({"max-age=5, 30, RULE", "s-maxage=5, 30, RULE", "no-store, 30, RULE", "'', 30, RULE"})
    @EngineObligation(
            section = "4.2.1",
            level = MAY,
            value = "an operator's rule may take the place of the origin's freshness")
    void ruleTtlMayOverrideOriginFreshness(String cacheControl, long seconds, Basis basis) {
        CachePolicy overriding =
                EngineFixtures.POLICY.withTtl(Duration.ofSeconds(30)).withTtlOverrides(true);
        ResponseHead head = ok("Cache-Control", cacheControl, "Date", date(0));

        assertThat(Freshness.of(head, ResponseDirectives.of(head.fields()), overriding, EngineFixtures.WALL))
                .isEqualTo(new Freshness(Duration.ofSeconds(seconds), basis));
    }

    @ParameterizedTest
    @CsvSource({
        "404, '', 10, RULE",
        "503, '', 5, RULE",
        "500, '', 0, NONE",
        "503, max-age=1, 1, EXPLICIT",
        "200, '', 60, RULE"
    })
    @EngineObligation(
            section = "4.2",
            level = MAY,
            value = "a rule states freshness by status code where the origin is silent")
    void aRuleMayStateFreshnessByStatus(int status, String cacheControl, long seconds, Basis basis) {
        CachePolicy byStatus = EngineFixtures.POLICY
                .withTtl(Duration.ofSeconds(60))
                .withStatusTtl(Map.of(404, Duration.ofSeconds(10), 503, Duration.ofSeconds(5)));
        ResponseHead head = response(status, "Cache-Control", cacheControl, "Date", date(0));

        assertThat(Freshness.of(head, ResponseDirectives.of(head.fields()), byStatus, EngineFixtures.WALL))
                .isEqualTo(new Freshness(Duration.ofSeconds(seconds), basis));
    }

    @ParameterizedTest
    @CsvSource({
        "text/html, '', 10, RULE",
        "Text/HTML; charset=utf-8, '', 10, RULE",
        "image/png, '', 20, RULE",
        "image/svg+xml, '', 30, RULE",
        "application/json, '', 60, RULE",
        "'', '', 60, RULE",
        "text/html, max-age=1, 1, EXPLICIT"
    })
    @EngineObligation(
            section = "4.2",
            level = MAY,
            value = "a rule states freshness by media type where the origin is silent")
    void aRuleMayStateFreshnessByMediaType(String type, String cacheControl, long seconds, Basis basis) {
        CachePolicy byType = EngineFixtures.POLICY
                .withTtl(Duration.ofSeconds(60))
                .withTypeTtl(Map.of(
                        "text/html", Duration.ofSeconds(10),
                        "image/*", Duration.ofSeconds(20),
                        "image/svg+xml", Duration.ofSeconds(30)));
        ResponseHead head = response(200, "Content-Type", type, "Cache-Control", cacheControl, "Date", date(0));

        assertThat(Freshness.of(head, ResponseDirectives.of(head.fields()), byType, EngineFixtures.WALL))
                .isEqualTo(new Freshness(Duration.ofSeconds(seconds), basis));
    }

    @Test
    @EngineObligation(section = "5.2.2.10", level = MUST, value = "s-maxage is for shared caches only")
    void privateCacheIgnoresSMaxage() {
        ResponseHead head = ok("Cache-Control", "s-maxage=3, max-age=2", "Date", date(0));

        assertThat(Freshness.of(
                        head,
                        ResponseDirectives.of(head.fields()),
                        EngineFixtures.POLICY.withPrivateCache(true),
                        EngineFixtures.WALL))
                .isEqualTo(new Freshness(Duration.ofSeconds(2), Basis.EXPLICIT));
    }
}
