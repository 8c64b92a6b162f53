package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9211: Cache-Status. */
class CacheStatusTest extends Bench {

    @Obligation("9211-2-local")
    @Test
    void anAnswerToAMalformedRequestHasNone() {
        try (RawClient client = STAGE.gateway().connect()) {
            Response response = client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").read();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.fields().has("Cache-Status")).isFalse();
        }
    }

    @Obligation("9211-2-local")
    @Test
    void norHasARefusal() {
        STAGE.gateway().expect(504);
        Response response = get(CC, "only-if-cached");
        assertThat(response.status()).isEqualTo(504);
        assertThat(response.fields().has("Cache-Status")).isFalse();
    }

    @Obligation("9211-2-local")
    @Test
    void norHasAnErrorOfOurs() {
        STAGE.gateway().expect(502, 504);
        Response response = getWhileDown();
        assertThat(response.status()).isIn(502, 504);
        assertThat(response.fields().has("Cache-Status")).isFalse();
    }

    @Obligation("9211-2-local")
    @ParameterizedTest
    @CsvSource({"If-None-Match,\"1\",304", "Range,bytes=0-1,206"})
    void butWhatIsBasedOnAStoredResponseMay(String name, String value, int status) {
        fetch(CC, "max-age=1000", "ETag", "\"1\"");
        Response response = get(name, value);
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.hit()).isTrue();
    }

    @Obligation("9211-2-preserve")
    @ParameterizedTest
    @ValueSource(strings = {"Inner; hit; ttl=5", "\"Inner Cache\"; fwd=uri-miss, Outer; hit", "a;x=\"b, c\""})
    void membersOfOtherCachesStayBeforeOurs(String members) {
        assertThat(fetch(CC, "max-age=1000", "Cache-Status", members).field("Cache-Status")).startsWith(members + ", ");
        assertThat(assertReused().field("Cache-Status")).startsWith(members + ", ");
    }

    @Obligation("9211-2-identifier")
    @Test
    void theCacheIsNamedByAToken() {
        assertThat(fetch(CC, "max-age=1000").field("Cache-Status")).matches("[A-Za-z*][!#$%&'*+.^_`|~:/\\w-]*(;.*)?");
        assertThat(assertReused().field("Cache-Status")).matches("[A-Za-z*][!#$%&'*+.^_`|~:/\\w-]*(;.*)?");
    }

    @Obligation("9211-2.2-specific")
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
    void theReasonIsTheMostSpecific(String method, String name, String value, String reason) {
        fetch(CC, "max-age=1000", "Vary", "X-A");
        pass(1);
        Response response = STAGE.gateway().ask(method, path, name, value, "Content-Length", "0");
        assertThat(response.cacheStatus()).contains("; fwd=" + reason).doesNotContain("; hit");
    }

    @Obligation("9211-2.2-specific")
    @Test
    void alsoOfWhatIsStaleOrPartial() {
        fetch(CC, "max-age=10");
        pass(11);
        assertThat(assertForwarded().cacheStatus()).contains("; fwd=stale");
        STAGE.origin().on(path + "x", Script.status(206, CC, "max-age=1000", "Content-Range", "bytes 0-3/10", "ETag", "\"1\"")
                .part("0123"));
        STAGE.get(path + "x", "Range", "bytes=0-3");
        STAGE.origin().on(path + "x", Script.ok(NEW));
        assertThat(STAGE.get(path + "x", "Range", "bytes=0-5").cacheStatus()).containsAnyOf("; fwd=partial", "; fwd=miss");
    }
}
