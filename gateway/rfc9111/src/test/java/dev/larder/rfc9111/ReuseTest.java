package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.after;
import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.only;
import static dev.larder.rfc9111.EngineFixtures.request;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReuseTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // response directives | age | request directives | verdict
                "max-age=60 | 59 | - | Serve HIT",
                "max-age=60 | 60 | - | Revalidate STALE",
                "max-age=60, must-revalidate | 59 | - | Serve HIT",
                "max-age=60 | 0 | foo=bar | Serve HIT",
                "max-age=60 | 0 | no-cache | Revalidate REQUEST_NO_CACHE",
                "max-age=60 | 0 | max-age=0 | Serve HIT",
                "max-age=60 | 1 | max-age=0 | Revalidate REQUEST_MAX_AGE",
                "max-age=60 | 10 | max-age=10 | Serve HIT",
                "max-age=60 | 10 | max-age=x | Revalidate REQUEST_MAX_AGE",
                "max-age=60 | 10 | min-fresh=50 | Serve HIT",
                "max-age=60 | 10 | min-fresh=51 | Revalidate REQUEST_MIN_FRESH",
                "max-age=60 | 10 | min-fresh=x | Revalidate REQUEST_MIN_FRESH",
                "max-age=60 | 90 | max-stale | Serve HIT_MAX_STALE",
                "max-age=60 | 90 | max-stale=30 | Serve HIT_MAX_STALE",
                "max-age=60 | 91 | max-stale=30 | Revalidate STALE",
                "max-age=60 | 61 | max-stale=x | Revalidate STALE",
                "max-age=60 | 90 | max-stale, max-age=80 | Revalidate STALE",
                "max-age=60 | 90 | max-stale, min-fresh=1 | Revalidate STALE",
                "max-age=60, must-revalidate | 61 | max-stale | Revalidate STALE",
                "max-age=60, proxy-revalidate | 61 | max-stale | Revalidate STALE",
                "s-maxage=60 | 61 | max-stale | Revalidate STALE",
                "max-age=60, immutable | 10 | max-age=0 | Serve HIT",
                "max-age=60, immutable | 10 | no-cache | Revalidate REQUEST_NO_CACHE",
                "max-age=60, immutable | 61 | - | Revalidate STALE",
                "max-age=60, no-cache | 0 | - | Revalidate RESPONSE_NO_CACHE",
                "max-age=60, no-cache | 0 | max-stale | Revalidate RESPONSE_NO_CACHE",
                "max-age=60, no-cache=\"x\" | 0 | - | Serve HIT",
                "max-age=60 | 0 | only-if-cached | Serve HIT",
                "max-age=60 | 60 | only-if-cached | Refuse ONLY_IF_CACHED",
                "max-age=60 | 60 | only-if-cached, max-stale | Serve HIT_MAX_STALE",
                "max-age=60, no-cache | 0 | only-if-cached | Refuse ONLY_IF_CACHED",
                "max-age=60, stale-while-revalidate=30 | 90 | - | ServeWhileRevalidating",
                "max-age=60, stale-while-revalidate=30 | 90 | only-if-cached | ServeWhileRevalidating",
                "max-age=60, stale-while-revalidate=30 | 91 | - | Revalidate STALE",
                "max-age=60, stale-while-revalidate=30 | 70 | max-age=80 | Revalidate STALE",
                "max-age=60, stale-while-revalidate=30, must-revalidate | 70 | - | Revalidate STALE",
                "s-maxage=60, stale-while-revalidate=30 | 70 | - | ServeWhileRevalidating",
                "s-maxage=60, stale-while-revalidate=30 | 95 | - | Revalidate STALE",
                "s-maxage=60, stale-while-revalidate=30 | 95 | max-stale | Revalidate STALE",
                "s-maxage=60, stale-while-revalidate=30, must-revalidate | 70 | - | Revalidate STALE",
                "s-maxage=60, stale-if-error=30 | 70 | - | Revalidate STALE",
                "max-age=60, stale-while-revalidate=x | 70 | - | Revalidate STALE",
                "max-age=0, stale-while-revalidate=0 | 0 | - | Revalidate STALE"
            })
    @EngineObligation(
            section = "4",
            level = MUST,
            value = "fresh, allowed to be served stale, or successfully validated")
    void judgesReuseByDirectivesAgeAndRequest(String directives, long age, String wishes, String expected) {
        StoredResponse stored = stored("Cache-Control", directives, "ETag", "\"a\"");
        RequestHead request = wishes.equals("-") ? get() : get("Cache-Control", wishes);

        assertThat(word(Reuse.judge(request, only(stored), EngineFixtures.POLICY, after(age))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"If-Match, *", "If-Match, x", "If-Unmodified-Since, x"})
    @EngineObligation(
            section = "4.3.2",
            level = MUST,
            value = "conditions that apply to origin servers only are not evaluated")
    void forwardsPreconditionsThatOnlyOriginEvaluates(String name, String value) {
        assertThat(Reuse.judge(
                        get(name, value), only(stored("Cache-Control", "max-age=60")), EngineFixtures.POLICY, after(0)))
                .isEqualTo(new ReuseVerdict.Forward(Reason.REQUEST_CONDITION, true));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, -, URI_MISS, false",
        "HEAD, -, URI_MISS, true",
        "POST, -, METHOD, true",
        "get, -, METHOD, true",
        "QUERY, -, METHOD, true",
        "GET, Content-Length: 1, REQUEST_BODY, true",
        "GET, Transfer-Encoding: chunked, REQUEST_BODY, true",
        "GET, Upgrade: websocket, UPGRADE, true",
        "GET, Upgrade: h2c, URI_MISS, false",
        "GET, Range: bytes=0-1, URI_MISS, true",
        "GET, If-None-Match: *, URI_MISS, true",
        "GET, If-Match: *, URI_MISS, true",
        "GET, Cache-Control: no-store, URI_MISS, true",
        "GET, Authorization: x, URI_MISS, false"
    })
    @EngineObligation(section = "4", level = MAY, value = "only answers that suit others too are collapsed")
    void forwardReportsReasonAndWhetherRequestMayBeCollapsed(
            String method, String field, Reason reason, boolean alone) {
        RequestHead request =
                field.equals("-") ? request(method) : request(method, field.split(": ")[0], field.split(": ")[1]);

        assertThat(Reuse.judge(request, Optional.empty(), EngineFixtures.POLICY, after(0)))
                .isEqualTo(new ReuseVerdict.Forward(reason, alone));
    }

    @Test
    @EngineObligation(
            section = "4.1",
            level = MUST,
            value = "a stored response whose selecting fields differ is not used")
    void forwardsWhenSelectingFieldsDiffer() {
        StoredResponse stored = stored(get("Foo", "1"), ok("Cache-Control", "max-age=60", "Vary", "Foo"));

        assertThat(Reuse.judge(get("Foo", "2"), only(stored), EngineFixtures.POLICY, after(0)))
                .isEqualTo(new ReuseVerdict.Forward(Reason.VARY_MISS, false));
    }

    @Test
    @EngineObligation(
            section = "4",
            level = MUST,
            value = "of several suitable responses the most recent by Date is used")
    void servesMostRecentOfSeveralMatchingResponses() {
        StoredResponse older =
                stored(get("Foo", "1"), ok("Cache-Control", "max-age=60", "Vary", "Foo", "Date", date(-9)));
        StoredResponse newer =
                stored(get("Bar", "1"), ok("Cache-Control", "max-age=60", "Vary", "Bar", "Date", date(-3)));
        RequestHead both = get("Foo", "1", "Bar", "1");

        for (ResponseVariants set : new ResponseVariants[] {
            ResponseVariants.of(older).with(newer, EngineFixtures.POLICY),
            ResponseVariants.of(newer).with(older, EngineFixtures.POLICY)
        }) {
            assertThat(Reuse.judge(both, Optional.of(set), EngineFixtures.POLICY, after(0)))
                    .isEqualTo(new ReuseVerdict.Serve(newer, Reason.HIT));
            assertThat(Reuse.judge(get("Foo", "1"), Optional.of(set), EngineFixtures.POLICY, after(0)))
                    .isEqualTo(new ReuseVerdict.Serve(older, Reason.HIT));
        }
    }

    @Test
    @EngineObligation(section = "5.2.1.7", level = SHOULD, value = "only-if-cached: a stored response or 504")
    void refusesOnlyIfCachedWithoutStoredResponse() {
        RequestHead request = get("Cache-Control", "only-if-cached");

        assertThat(Reuse.judge(request, Optional.empty(), EngineFixtures.POLICY, after(0)))
                .isEqualTo(new ReuseVerdict.Refuse(Reason.ONLY_IF_CACHED));
        assertThat(Reuse.judge(request, Optional.empty(), EngineFixtures.POLICY.withRequestDirectives(false), after(0)))
                .isEqualTo(new ReuseVerdict.Forward(Reason.URI_MISS, false));
    }

    @Test
    @EngineObligation(
            rfc = "RFC 5861",
            section = "3",
            level = MAY,
            value = "a rule's window where the response states none")
    void ruleStaleWhileRevalidateAppliesOnlyWithoutOriginValue() {
        CachePolicy rule = EngineFixtures.POLICY.withStaleWhileRevalidate(Duration.ofSeconds(30));

        assertThat(word(Reuse.judge(get(), only(stored("Cache-Control", "max-age=60")), rule, after(90))))
                .isEqualTo("ServeWhileRevalidating");
        assertThat(word(Reuse.judge(
                        get(), only(stored("Cache-Control", "max-age=60, stale-while-revalidate=1")), rule, after(90))))
                .isEqualTo("Revalidate STALE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // method | response directives | Age on arrival | seconds since | request directives | verdict
                "GET | max-age=60 | 0 | 53 | - | Serve HIT",
                "GET | max-age=60 | 0 | 54 | - | ServeWhileRevalidating HIT",
                "GET | max-age=60 | 0 | 59 | - | ServeWhileRevalidating HIT",
                "GET | max-age=60 | 0 | 60 | - | Revalidate STALE",
                "GET | max-age=60 | 40 | 17 | - | Serve HIT",
                "GET | max-age=60 | 40 | 18 | - | ServeWhileRevalidating HIT",
                "GET | max-age=60, must-revalidate | 0 | 55 | - | ServeWhileRevalidating HIT",
                "GET | max-age=60, immutable | 0 | 55 | - | Serve HIT",
                "GET | max-age=60, no-cache | 0 | 55 | - | Revalidate RESPONSE_NO_CACHE",
                "GET | max-age=60 | 0 | 55 | max-age=50 | Revalidate REQUEST_MAX_AGE",
                "GET | max-age=60 | 0 | 55 | only-if-cached | ServeWhileRevalidating HIT",
                "HEAD | max-age=60 | 0 | 55 | - | Serve HIT",
                "GET | max-age=60, stale-while-revalidate=9 | 0 | 61 | - | ServeWhileRevalidating HIT_STALE_WHILE_REVALIDATE"
            })
    @EngineObligation(
            section = "4",
            level = MAY,
            value = "a fresh response is served while it is validated, in the last share of its freshness")
    void servesAndRevalidatesInLastShareOfFreshness(
            String method, String directives, int age, long later, String wishes, String expected) {
        CachePolicy rule = EngineFixtures.POLICY.withRefreshAhead(0.1);
        StoredResponse stored = stored("Cache-Control", directives, "Age", Integer.toString(age), "ETag", "\"a\"");
        HeaderFields fields = wishes.equals("-") ? HeaderFields.EMPTY : HeaderFields.of("Cache-Control", wishes);

        ReuseVerdict verdict = Reuse.judge(request(method).withFields(fields), only(stored), rule, after(later));

        String reason = verdict instanceof ReuseVerdict.ServeWhileRevalidating serve ? " " + serve.reason() : "";
        assertThat(word(verdict) + reason).isEqualTo(expected);
        assertThat(Reuse.canServeWithoutOrigin(stored, rule, after(later)))
                .isEqualTo(expected.equals("Serve HIT") && method.equals("GET"));
    }

    @Test
    @EngineObligation(section = "4", level = MUST, value = "HEAD is answered from a stored response to GET")
    void answersHeadFromStoredGetResponse() {
        assertThat(word(Reuse.judge(
                        request("HEAD"), only(stored("Cache-Control", "max-age=60")), EngineFixtures.POLICY, after(0))))
                .isEqualTo("Serve HIT");
    }

    @Test
    @EngineObligation(section = "5.4", level = MAY, value = "Pragma: no-cache in a request asks for validation")
    void requestPragmaNoCacheForcesRevalidation() {
        assertThat(word(Reuse.judge(
                        get("Pragma", "no-cache"),
                        only(stored("Cache-Control", "max-age=60")),
                        EngineFixtures.POLICY,
                        after(0))))
                .isEqualTo("Revalidate REQUEST_NO_CACHE");
        assertThat(word(Reuse.judge(
                        get(),
                        only(stored("Cache-Control", "max-age=60", "Pragma", "no-cache")),
                        EngineFixtures.POLICY,
                        after(0))))
                .isEqualTo("Serve HIT");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // response directives | seconds since the soft purge | request directives | verdict
                "max-age=60 | 0 | - | ServeWhileRevalidating",
                "max-age=60 | 100 | - | ServeWhileRevalidating",
                "max-age=60 | 101 | - | Revalidate STALE",
                "max-age=60, immutable | 0 | - | ServeWhileRevalidating",
                "max-age=60, stale-while-revalidate=5 | 100 | - | ServeWhileRevalidating",
                "max-age=60, stale-while-revalidate=200 | 200 | - | ServeWhileRevalidating",
                "max-age=60, must-revalidate | 0 | - | Revalidate STALE",
                "max-age=60, proxy-revalidate | 0 | - | Revalidate STALE",
                "s-maxage=60 | 0 | - | Revalidate STALE",
                "max-age=60, no-cache | 0 | - | Revalidate RESPONSE_NO_CACHE",
                "max-age=60 | 0 | no-cache | Revalidate STALE",
                "max-age=60 | 0 | max-age=50 | Revalidate STALE"
            })
    @EngineObligation(
            rfc = "RFC 5861",
            section = "3",
            level = MAY,
            value = "what is purged softly is served while it is validated, unless it prohibits that")
    void softPurgedResponseIsServedWhileRevalidatingUnlessProhibited(
            String directives, long later, String wishes, String expected) {
        CachePolicy policy = EngineFixtures.POLICY.withKeepStale(Duration.ofSeconds(100));
        ResponseVariants purged = ResponseVariants.of(stored("Cache-Control", directives, "ETag", "\"a\""))
                .softPurged(after(10));
        RequestHead request = wishes.equals("-") ? get() : get("Cache-Control", wishes);

        assertThat(word(Reuse.judge(request, Optional.of(purged), policy, after(10 + later))))
                .isEqualTo(expected);
    }

    @Test
    @EngineObligation(
            section = "4.4",
            level = MUST,
            value = "a soft purge revives nothing that a write has made invalid")
    @Tag("hardening-I4")
    void softPurgeDoesNotReviveInvalidatedResponse() {
        ResponseVariants purged =
                ResponseVariants.of(stored("Cache-Control", "max-age=60")).softPurged(after(10));

        assertThat(word(Reuse.judge(get(), Optional.of(purged), true, EngineFixtures.POLICY, after(10))))
                .isEqualTo("Revalidate INVALIDATED");
    }

    private static String word(ReuseVerdict verdict) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            return "Serve " + serve.reason();
        }
        if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            return "Revalidate " + revalidate.reason();
        }
        if (verdict instanceof ReuseVerdict.Refuse refuse) {
            return "Refuse " + refuse.reason();
        }
        return verdict instanceof ReuseVerdict.Forward forward
                ? "Forward " + forward.reason()
                : verdict.getClass().getSimpleName();
    }

    @Test
    @EngineObligation(
            section = "2",
            level = MAY,
            value = "a request whose content is part of its key is answered from the store")
    void servesStoredResponseToQueryWithContent() {
        CachePolicy keyed = EngineFixtures.POLICY.withMethods(Set.of("GET", "QUERY"));
        RequestHead query = request("QUERY", "Content-Length", "5");

        assertThat(Reuse.judge(
                        query,
                        Optional.of(ResponseVariants.of(stored("Cache-Control", "max-age=60"))),
                        keyed,
                        after(1)))
                .isInstanceOf(ReuseVerdict.Serve.class);
        assertThat(Reuse.judge(get("Content-Length", "5"), Optional.empty(), keyed, after(1)))
                .isEqualTo(new ReuseVerdict.Forward(Reason.REQUEST_BODY, true));
        assertThat(Reuse.judge(request("HEAD"), Optional.empty(), keyed, after(1)))
                .isEqualTo(new ReuseVerdict.Forward(Reason.METHOD, true));
    }
}
