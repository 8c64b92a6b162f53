package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.NOW;
import static dev.larder.rfc9111.EngineFixtures.POLICY;
import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.judged;
import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.refusal;
import static dev.larder.rfc9111.EngineFixtures.request;
import static dev.larder.rfc9111.EngineFixtures.response;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorabilityTest {

    private static final String FRESH = "max-age=60";

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "PUT", "DELETE", "OPTIONS", "QUERY", "get", "M-SEARCH", "POST"})
    @EngineObligation(section = "3", level = MUST, value = "the request method is understood by the cache")
    void onlyGetIsStored(String method) {
        assertThat(refusal(judged(request(method), ok("Cache-Control", FRESH)))).contains(Reason.METHOD_NOT_CACHEABLE);
    }

    @ParameterizedTest
    @CsvSource({"Content-Length, 5", "Content-Length, x", "Content-Length, ''", "Transfer-Encoding, chunked"})
    @EngineObligation(section = "3", level = MUST, value = "the answer to a request with content is nobody else's")
    @Tag("hardening-P2")
    void doesNotStoreResponsesToRequestsWithContent(String name, String value) {
        assertThat(refusal(judged(get(name, value), ok("Cache-Control", FRESH))))
                .contains(Reason.REQUEST_BODY);
        assertThat(refusal(judged(get("Content-Length", "0"), ok("Cache-Control", FRESH))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "100, INTERIM",
        "101, INTERIM",
        "103, INTERIM",
        "206, PARTIAL_CONTENT",
        "304, NOT_MODIFIED",
        "412, CONDITIONAL_REQUEST",
        "416, RANGE_REQUEST"
    })
    @EngineObligation(
            section = "3",
            level = MUST,
            value = "the response status code is final; 206 and 304 are not stored as a whole")
    @Tag("hardening-M")
    void neverStoresInterimPartialConditionalOrRangeStatuses(int status, Reason reason) {
        assertThat(refusal(judged(get(), response(status, "Cache-Control", FRESH, "ETag", "\"a\""))))
                .contains(reason);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599})
    @EngineObligation(
            section = "3",
            level = MAY,
            value = "any final status code with explicit freshness, an unknown one included")
    void explicitFreshnessMakesAnyFinalStatusStorable(int status) {
        assertThat(refusal(judged(get(), response(status, "Cache-Control", FRESH))))
                .isEmpty();
        assertThat(refusal(judged(get(), response(status, "Expires", date(60), "Date", date(0)))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 302, 400, 403, 500, 503, 599})
    @EngineObligation(
            section = "3",
            level = MUST,
            value = "without explicit freshness only heuristically cacheable status codes")
    @Tag("hardening-P8")
    void nonHeuristicStatusesNeedExplicitFreshness(int status) {
        ResponseHead head = response(status, "Last-Modified", date(-1000), "ETag", "\"a\"", "Date", date(0));

        assertThat(refusal(judged(get(), head))).contains(Reason.NO_FRESHNESS);
        assertThat(refusal(Storability.judge(get(), head, POLICY.withTtl(Duration.ofHours(1)), NOW)))
                .contains(Reason.NO_FRESHNESS);
    }

    @Test
    @EngineObligation(
            section = "5.2.2.3",
            level = SHOULD,
            value = "must-understand: no-store is ignored if the status code is understood")
    void mustUnderstandOverridesNoStoreForUnderstoodStatuses() {
        String both = "max-age=60, no-store, must-understand";

        assertThat(refusal(judged(get(), ok("Cache-Control", both)))).isEmpty();
        assertThat(refusal(judged(get(), response(599, "Cache-Control", both)))).contains(Reason.STATUS_NOT_UNDERSTOOD);
        assertThat(refusal(judged(get(), response(299, "Cache-Control", "max-age=60, must-understand"))))
                .contains(Reason.STATUS_NOT_UNDERSTOOD);
        assertThat(refusal(judged(get(), ok("Cache-Control", "max-age=60, no-store, must-understand=1"))))
                .contains(Reason.RESPONSE_NO_STORE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no-store | RESPONSE_NO_STORE",
                "max-age=60, No-Store | RESPONSE_NO_STORE",
                "private, max-age=60 | PRIVATE",
                "max-age=60, public, private | PRIVATE",
                "no-cache, max-age=60 | RESPONSE_NO_CACHE",
                "no-cache | NO_FRESHNESS",
                "max-age=0 | ALREADY_STALE",
                "max-age=x | ALREADY_STALE",
                "foo | NO_FRESHNESS",
                "public | NO_FRESHNESS"
            })
    @EngineObligation(
            section = "3",
            level = MUST,
            value = "no-store and private are obeyed; what nobody could use is not kept")
    void refusesStoringByResponseDirectiveWithReason(String cacheControl, Reason reason) {
        assertThat(refusal(judged(get(), ok("Cache-Control", cacheControl)))).contains(reason);
    }

    @Test
    @EngineObligation(
            section = "5.2.1.5",
            level = MUST,
            value = "no-store in a request: its response MUST NOT be stored")
    void requestNoStorePreventsStoring() {
        RequestHead request = get("Cache-Control", "foo, No-Store");

        assertThat(refusal(judged(request, ok("Cache-Control", FRESH)))).contains(Reason.REQUEST_NO_STORE);
        CachePolicy deaf = POLICY.withRequestDirectives(false);
        assertThat(refusal(Storability.judge(request, ok("Cache-Control", FRESH), deaf, NOW)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-age=60 | false",
                "max-age=60, public | true",
                "max-age=60, must-revalidate | true",
                "s-maxage=60 | true",
                "max-age=60, proxy-revalidate | false",
                "max-age=60, s-maxage=x | false",
                "max-age=60, public, private | false"
            })
    @EngineObligation(
            section = "3.5",
            level = MUST,
            value = "requests with Authorization: only if a directive allows it")
    void authorizedResponseNeedsPermittingDirective(String cacheControl, boolean storable) {
        assertThat(judged(get("authorization", "x"), ok("Cache-Control", cacheControl)) instanceof StoreVerdict.Store)
                .isEqualTo(storable);
        assertThat(refusal(judged(get("Authorization", "x"), ok("Expires", date(60)))))
                .contains(Reason.AUTHORIZATION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "public, max-age=60",
                "s-maxage=60",
                "max-age=9, private=\"set-cookie\"",
                "max-age=9, no-cache=\"Set-Cookie\""
            })
    @EngineObligation(
            section = "7.3",
            level = MUST,
            value = "Set-Cookie only where the origin itself says it is everybody's")
    @Tag("hardening-L")
    void storesResponseWithSetCookieThatOriginDeclaresShareable(String cacheControl) {
        assertThat(refusal(judged(get(), ok("Set-Cookie", "a=b", "Cache-Control", cacheControl))))
                .isEmpty();
        assertThat(refusal(judged(get(), ok("Set-Cookie", "a=b", "CDN-Cache-Control", "public, max-age=60"))))
                .isEmpty();
    }

    private static List<ResponseHead> cookiesOfOneUser() {
        return List.of(
                ok("Set-Cookie", "a=b"),
                ok("set-cookie", "a=b", "Last-Modified", date(-1000)),
                ok("Set-Cookie", "a=b", "ETag", "\"a\""),
                ok("Set-Cookie", "a=b", "Cache-Control", FRESH),
                ok("Set-Cookie", "a=b", "Cache-Control", "max-age=60, must-revalidate"),
                ok("Set-Cookie", "a=b", "Expires", date(60)),
                ok("Set-Cookie", "a=b", "CDN-Cache-Control", FRESH),
                ok("Set-Cookie", "a=b", "Cache-Control", "max-age=60, public=x, s-maxage=y"),
                ok("Set-Cookie", "a=b", "ETag", "\"a\"", "Cache-Control", "max-age=0, public"),
                ok("Set-Cookie", "a=b", "ETag", "\"a\"", "Cache-Control", "public, max-age=60, no-cache"),
                ok("Set-Cookie", "a=b", "Cache-Control", "public"));
    }

    @Test
    @EngineObligation(
            section = "7.3",
            level = MUST,
            value = "max-age, a heuristic and a rule do not make a cookie everybody's")
    @Tag("hardening-L")
    void refusesSetCookieResponsesNotDeclaredShareable() {
        CachePolicy rule = POLICY.withTtl(Duration.ofHours(1));
        for (ResponseHead response : cookiesOfOneUser()) {
            assertThat(refusal(judged(get(), response))).as("%s", response).contains(Reason.SET_COOKIE);
            assertThat(refusal(Storability.judge(get(), response, rule, NOW)))
                    .as("%s", response)
                    .contains(Reason.SET_COOKIE);
        }
        assertThat(refusal(Storability.judge(
                        get(),
                        ok("Set-Cookie", "a=b", "Cache-Control", "public, max-age=60"),
                        rule.withTtlOverrides(true),
                        NOW)))
                .contains(Reason.SET_COOKIE);
    }

    @Test
    @EngineObligation(section = "4.1", level = MUST, value = "Vary: * never matches, so it is not kept")
    void refusesResponseWithVaryStar() {
        assertThat(refusal(judged(get(), ok("Cache-Control", FRESH, "Vary", "Accept", "Vary", "A, *"))))
                .contains(Reason.VARY_STAR);
    }

    @Test
    @EngineObligation(
            section = "4.1",
            level = MUST,
            value = "what varies by a field that the origin sees otherwise is not kept")
    void refusesResponseThatVariesByFieldsGatewayAmends() {
        CachePolicy policy = CachePolicy.DEFAULT.withAmended(Set.of("via", "forwarded"));
        for (String vary : List.of("Forwarded", "Accept, VIA")) {
            assertThat(refusal(Storability.judge(get(), ok("Cache-Control", FRESH, "Vary", vary), policy, NOW)))
                    .contains(Reason.VARY_STAR);
        }
        assertThat(refusal(Storability.judge(get(), ok("Cache-Control", FRESH, "Vary", "Accept"), policy, NOW)))
                .isEmpty();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "7.6.1",
            level = MUST,
            value = "Connection must not name fields that are for all recipients")
    void refusesResponseWhoseConnectionNamesCacheControl() {
        assertThat(refusal(judged(get(), ok("Cache-Control", FRESH, "Connection", "close, cache-control"))))
                .contains(Reason.CONNECTION_NAMES_DECIDING_FIELD);
    }

    @Test
    @EngineObligation(section = "3", level = MAY, value = "a response with a validator is kept for validation")
    void storesResponseWithoutFreshnessOnlyWithValidator() {
        assertThat(EngineFixtures.stored("ETag", "\"a\"").freshnessLifetime()).isEqualTo(Duration.ZERO);
        assertThat(EngineFixtures.stored("ETag", "W/\"a\"", "Cache-Control", "no-cache")
                        .hasValidator())
                .isTrue();
        assertThat(EngineFixtures.stored("Last-Modified", date(0), "Cache-Control", "max-age=0")
                        .hasValidator())
                .isTrue();
        assertThat(refusal(judged(get(), ok("ETag", "abc")))).contains(Reason.NO_FRESHNESS);
        assertThat(refusal(judged(get(), ok()))).contains(Reason.NO_FRESHNESS);
    }

    @Test
    @EngineObligation(
            section = "4.2.4",
            level = MAY,
            value = "what is stale on arrival is kept only if it may be served stale")
    void storesResponseStaleOnArrivalOnlyIfServableStale() {
        assertThat(refusal(judged(get(), ok("Cache-Control", "max-age=10", "Age", "20"))))
                .isEmpty();
        assertThat(refusal(judged(get(), ok("Cache-Control", "max-age=10, must-revalidate", "Age", "20"))))
                .contains(Reason.ALREADY_STALE);
        assertThat(refusal(judged(get(), ok("Cache-Control", "max-age=0, stale-if-error=60"))))
                .isEmpty();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "9.3.3",
            level = MAY,
            value = "POST: explicit freshness and Content-Location equal to the target")
    void storesPostResponseOnlyWithMatchingContentLocationAndFreshness() {
        RequestHead post = request("POST", "Content-Length", "5");

        assertThat(refusal(judged(post, ok("Cache-Control", FRESH, "Content-Location", "/things/1?a=b"))))
                .isEmpty();
        assertThat(refusal(judged(post, ok("Cache-Control", FRESH, "Content-Location", ""))))
                .isEmpty();
        assertThat(refusal(judged(post, ok("ETag", "\"a\"", "Content-Location", "/things/1?a=b"))))
                .contains(Reason.NO_FRESHNESS);
        for (String elsewhere : new String[] {
            "/things/1", "/things/2?a=b", "//evil.test/things/1?a=b", "https://origin.test/things/1?a=b", ":"
        }) {
            assertThat(refusal(judged(post, ok("Cache-Control", FRESH, "Content-Location", elsewhere))))
                    .as(elsewhere)
                    .contains(Reason.METHOD_NOT_CACHEABLE);
        }
    }

    @Test
    @EngineObligation(section = "3.5", level = MUST, value = "the answer to one user's POST is nobody else's GET")
    void privateCacheDoesNotStorePostResponseOfUser() {
        CachePolicy own = POLICY.withPrivateCache(true);
        RequestHead post = request("POST", "Content-Length", "5", "Authorization", "Bearer alice");
        ResponseHead answer = ok("Cache-Control", "private, max-age=60", "Content-Location", "/things/1?a=b");

        assertThat(refusal(Storability.judge(post, answer, own, NOW))).contains(Reason.METHOD_NOT_CACHEABLE);
    }

    @Test
    @EngineObligation(
            section = "3",
            level = MUST,
            value = "what is stored is the head as it may be stored, its times and its selecting fields")
    void storesHeadTimesFreshnessAndSelectingFields() {
        StoredResponse stored = EngineFixtures.stored(
                get("Foo", "1"),
                response(301, "Vary", "Foo", "Cache-Control", FRESH, "Age", "3", "TE", "x", "Date", date(0)));

        assertThat(stored.head()).isEqualTo(response(301, "Vary", "Foo", "Cache-Control", FRESH, "Date", date(0)));
        assertThat(stored.varyKey()).containsExactly(Map.entry("foo", "1"));
        assertThat(stored.responseTime()).isEqualTo(EngineFixtures.T0);
        assertThat(stored.correctedInitialAge()).isEqualTo(Duration.ofSeconds(3));
        assertThat(stored.freshnessLifetime()).isEqualTo(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @ValueSource(strings = {"QUERY", "POST"})
    @EngineObligation(
            section = "2",
            level = MAY,
            value = "content may be part of the cache key, and is no obstacle then")
    void storesResponsesToMethodsKeyedByContent(String method) {
        RequestHead request = request(method, "Content-Length", "5");
        CachePolicy keyed = POLICY.withMethods(Set.of("GET", method));

        assertThat(refusal(Storability.judge(request, ok("Cache-Control", FRESH), keyed, NOW)))
                .isEmpty();
        assertThat(refusal(Storability.judge(request, ok("Cache-Control", FRESH), POLICY, NOW)))
                .contains(Reason.METHOD_NOT_CACHEABLE);
    }

    @Test
    @EngineObligation(
            section = "5.2.2.7",
            level = MUST,
            value = "private is for one user; where the key tells users apart it is storable")
    void privateCacheStoresPrivateResponse() {
        CachePolicy own = POLICY.withPrivateCache(true);
        RequestHead request = get("Authorization", "Bearer x");

        assertThat(refusal(Storability.judge(request, ok("Cache-Control", "private, max-age=60"), own, NOW)))
                .isEmpty();
        assertThat(refusal(Storability.judge(request, ok("Cache-Control", "no-store"), own, NOW)))
                .contains(Reason.RESPONSE_NO_STORE);
    }

    @ParameterizedTest
    @ValueSource(ints = {428, 429, 431, 511})
    @EngineObligation(
            rfc = "RFC 6585",
            section = "3-6",
            level = MUST,
            value = "428, 429, 431 and 511 MUST NOT be stored by a cache, whatever freshness they state")
    void neverStoresStatusesAboutOneClientOrConnection(int status) {
        String own = "public, s-maxage=60";
        assertThat(refusal(judged(get(), response(status, "Cache-Control", own, "ETag", "\"a\""))))
                .contains(Reason.STATUS_EXCLUDED);
        CachePolicy named = POLICY.withStatuses(Set.of(status)).withStatusTtl(Map.of(status, Duration.ofSeconds(5)));
        assertThat(refusal(Storability.judge(get(), response(status), named, NOW)))
                .contains(Reason.STATUS_EXCLUDED);
    }

    @Test
    @EngineObligation(section = "3", level = MAY, value = "a rule may leave out status codes, and let in others")
    void aRuleSaysWhichStatusCodesAreStored() {
        CachePolicy only200 = POLICY.withStatuses(Set.of(200));
        assertThat(refusal(Storability.judge(get(), response(404, "Cache-Control", FRESH), only200, NOW)))
                .contains(Reason.STATUS_EXCLUDED);
        CachePolicy with503 = POLICY.withStatusTtl(Map.of(503, Duration.ofSeconds(5)));
        assertThat(refusal(Storability.judge(get(), response(503), with503, NOW)))
                .isEmpty();
        assertThat(refusal(Storability.judge(get(), response(503, "Cache-Control", "private"), with503, NOW)))
                .contains(Reason.PRIVATE);
    }
}
