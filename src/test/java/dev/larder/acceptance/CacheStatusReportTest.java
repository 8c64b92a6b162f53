package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every response of a cached route says what the cache did (RFC 9211), and the log says the same. */
class CacheStatusReportTest {

    private static final String MEMBER =
            "Larder(; ?(hit|stored|collapsed|fwd=[a-z-]+|fwd-status=[1-5][0-9][0-9]|ttl=-?[0-9]+|detail=[a-z-]+|key=\"[ -~]*\"))*";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @Test
    void reportsMissThenHit() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60"));
        ReceivedResponse miss = STAGE.get(path);
        assertThat(status(miss)).contains("; fwd=uri-miss").contains("; stored").doesNotContain("; hit");
        assertThat(miss.fields().has("Age")).isFalse();
        ReceivedResponse hit = STAGE.get(path);
        assertThat(status(hit)).contains("; hit").doesNotContain("fwd=");
        assertThat(hit.field("Age")).matches("[0-9]+");
    }

    @Test
    void reportsVaryMissForAnotherVariant() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60", "Vary", "X-Lang"));
        STAGE.get(path, "X-Lang", "de");
        assertThat(status(STAGE.get(path, "X-Lang", "fr"))).contains("; fwd=vary-miss");
    }

    @Test
    void reportsValidationOfStaleResponse() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=0", "ETag", "\"1\""));
        STAGE.get(path);
        STAGE.origin().on(path, ResponseScript.status(304, "ETag", "\"1\""));
        assertThat(status(STAGE.get(path))).contains("; fwd=stale").contains("; fwd-status=304");
    }

    @Test
    void reportsRequestThatDemandsValidation() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        assertThat(status(STAGE.get(path, "Cache-Control", "no-cache"))).contains("; fwd=request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "FROBNICATE"})
    void reportsMethodThatIsNotCached(String method) {
        STAGE.origin().on(path, ResponseScript.ok("x"));
        assertThat(status(STAGE.gateway().ask(method, path, "Content-Length", "0")))
                .contains("; fwd=method");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store", "private", ""})
    void reportsResponseThatIsNotStored(String cacheControl) {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", cacheControl));
        assertThat(status(STAGE.get(path))).contains("; fwd=").doesNotContain("; stored");
    }

    @Test
    void reportsOriginErrorsAndGatewayErrors() {
        STAGE.gateway().expect(500, 502, 504);
        STAGE.origin().on(path, ResponseScript.status(500));
        assertThat(status(STAGE.get(path))).contains("; fwd=").contains("; fwd-status=500");
        STAGE.origin().on(path, ResponseScript.raw("nonsense\r\n\r\n"));
        assertThat(status(STAGE.get(path))).contains("; fwd=");
        ReceivedResponse refused = STAGE.get(path, "Cache-Control", "only-if-cached");
        assertThat(refused.status()).isEqualTo(504);
        assertThat(status(refused)).doesNotContain("; hit");
    }

    @Test
    void reportsHitOn304AndHead() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60", "ETag", "\"1\""));
        STAGE.get(path);
        assertThat(status(STAGE.get(path, "If-None-Match", "\"1\""))).contains("; hit");
        assertThat(status(STAGE.gateway().head(path))).contains("; hit");
    }

    @Test
    void upstreamCacheStatusPrecedesOwn() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60", "Cache-Status", "Upstream; hit"));
        for (int i = 0; i < 2; i++) {
            ReceivedResponse response = STAGE.get(path);
            assertThat(response.field("Cache-Status")).startsWith("Upstream; hit, Larder;");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?a=\"; hit", "?a=%22%0d%0aX-Evil:1", "?a='),Larder;hit", "?a=%ff", "?a=;hit,Larder"})
    @Tag("hardening-T")
    void targetCannotInjectIntoCacheStatus(String query) {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "no-store"));
        ReceivedResponse response = STAGE.get(path + query);
        assertThat(response.fields().has("X-Evil")).isFalse();
        if (response.status() == 200) {
            assertThat(response.hit()).isFalse();
            assertThat(response.field("Cache-Status")).matches(MEMBER);
        }
    }

    @Test
    void logHasOneDebugLinePerRequest() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60"));
        int mark = STAGE.gateway().log().mark();
        STAGE.get(path);
        STAGE.get(path);
        assertThat(STAGE.gateway().log().await(mark, line -> line.contains("DEBUG") && line.contains("hit"), 10))
                .isNotNull();
        List<String> lines = STAGE.gateway().log().since(mark).stream()
                .filter(line -> line.contains(" DEBUG ") && line.contains(path))
                .toList();
        assertThat(lines).hasSize(2);
    }

    @Test
    @Tag("hardening-A8")
    void noCredentialReachesTheLog() {
        STAGE.gateway().expect(502);
        int mark = STAGE.gateway().log().mark();
        STAGE.origin().on(path, ResponseScript.raw("nonsense\r\n\r\n"));
        STAGE.get(path, "Authorization", "Bearer canary-1", "Cookie", "sid=canary-2", "X-Api-Key", "canary-3");
        STAGE.get(path + "%", "Authorization", "Bearer canary-1", "Cookie", "sid=canary-2");
        assertThat(String.join("\n", STAGE.gateway().log().since(mark))).doesNotContain("canary");
    }

    private static String status(ReceivedResponse response) {
        assertThat(response.cacheStatus()).as("%s", response).matches(MEMBER);
        return response.cacheStatus();
    }
}
