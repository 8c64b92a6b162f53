package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9211: Cache-Status. */
class CacheStatusConformanceTest extends ConformanceTestBase {

    @CoveredObligations("9211-2-local")
    @Test
    void responseToMalformedRequestHasNoCacheStatus() {
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse response = client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
                    .read();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.fields().has("Cache-Status")).isFalse();
        }
    }

    /** A departure on purpose: on a cached route an operator wants the cache's part in an error told. */
    @CoveredObligations("9211-2-local")
    @Test
    void onlyIfCachedMissOnCachedRouteHasCacheStatus() {
        STAGE.gateway().expect(504);
        ReceivedResponse response = get(CC, "only-if-cached");
        assertThat(response.status()).isEqualTo(504);
        assertThat(response.field("Cache-Status")).startsWith("Larder; fwd=").doesNotContain("fwd-status");
    }

    /** The same departure. */
    @CoveredObligations("9211-2-local")
    @Test
    void gatewayErrorOnCachedRouteHasCacheStatus() {
        STAGE.gateway().expect(502, 504);
        ReceivedResponse response = getWhileDown();
        assertThat(response.status()).isIn(502, 504);
        assertThat(response.field("Cache-Status")).startsWith("Larder; fwd=").doesNotContain("fwd-status");
    }

    @CoveredObligations("9211-2-local")
    @ParameterizedTest
    @CsvSource({"If-None-Match,\"1\",304", "Range,bytes=0-1,206"})
    void responseDerivedFromStoredResponseHasHitStatus(String name, String value, int status) {
        fetch(CC, "max-age=1000", "ETag", "\"1\"");
        ReceivedResponse response = get(name, value);
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.hit()).isTrue();
    }

    @CoveredObligations("9211-2-preserve")
    @ParameterizedTest
    @ValueSource(strings = {"Inner; hit; ttl=5", "\"Inner Cache\"; fwd=uri-miss, Outer; hit", "a;x=\"b, c\""})
    void keepsMembersOfOtherCachesBeforeItsOwn(String members) {
        assertThat(fetch(CC, "max-age=1000", "Cache-Status", members).field("Cache-Status"))
                .startsWith(members + ", ");
        assertThat(assertReused().field("Cache-Status")).startsWith(members + ", ");
    }

    @CoveredObligations("9211-2-identifier")
    @Test
    void identifiesCacheByToken() {
        assertThat(fetch(CC, "max-age=1000").field("Cache-Status")).matches("[A-Za-z*][!#$%&'*+.^_`|~:/\\w-]*(;.*)?");
        assertThat(assertReused().field("Cache-Status")).matches("[A-Za-z*][!#$%&'*+.^_`|~:/\\w-]*(;.*)?");
    }

    @CoveredObligations("9211-2.2-specific")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | X-A | 1 | method",
                "FROBNICATE | X-A | 1 | method",
                "GET | X-A | 2 | vary-miss",
                "GET | Cache-Control | no-cache | request",
                "GET | Cache-Control | max-age=0 | request",
                "GET | Cache-Control | min-fresh=5000 | request",
                "GET | Host | b.test | uri-miss"
            })
    void statesMostSpecificForwardReason(String method, String name, String value, String reason) {
        fetch(CC, "max-age=1000", "Vary", "X-A");
        pass(1);
        ReceivedResponse response = STAGE.gateway().ask(method, path, name, value, "Content-Length", "0");
        assertThat(response.cacheStatus()).contains("; fwd=" + reason).doesNotContain("; hit");
    }

    @CoveredObligations("9211-2.2-specific")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | X-A | 1",
                "HEAD | X-A | 1",
                "GET | Range | bytes=0-3",
                "GET | If-None-Match | \"1\"",
                "GET | Cache-Control | no-store",
                "GET | Cache-Control | no-cache"
            })
    void forwardReasonIsUriMissWhenNothingIsStored(String method, String name, String value) {
        answer(ResponseScript.ok(OLD));
        assertThat(STAGE.gateway().ask(method, path, name, value).cacheStatus()).contains("; fwd=uri-miss");
    }

    @CoveredObligations("9211-2.2-specific")
    @ParameterizedTest
    @ValueSource(strings = {"", "no-cache", "max-age=0", "min-fresh=1"})
    void forwardReasonIsStaleForStaleResponse(String wishes) {
        fetch(CC, "max-age=10");
        pass(11);
        assertThat(assertForwarded(CC, wishes).cacheStatus()).contains("; fwd=stale");
    }

    @CoveredObligations("9211-2.2-specific")
    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-5", "bytes=4-"})
    void forwardReasonIsPartialWhenOnlyPartIsStored(String range) {
        answer(ResponseScript.status(206, CC, "max-age=1000", "Content-Range", "bytes 0-3/10", "ETag", "\"1\"")
                .part("0123"));
        assertThat(get("Range", "bytes=0-3").cacheStatus()).contains("; stored");
        answer(ResponseScript.ok(NEW));
        assertThat(get("Range", range).cacheStatus()).contains("; fwd=partial");
    }
}
