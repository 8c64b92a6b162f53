package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.CanarySecrets;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A7, A8, A9: what clients send is found in no log line but escaped, and their secrets nowhere; errors tell nothing. */
class SecretDisclosureTest {

    private static final String CANARY = CanarySecrets.CANARY;
    private static final String[] CREDENTIALS = {
        "Authorization",
        "Bearer " + CANARY,
        "Cookie",
        "sid=" + CANARY,
        "X-Api-Key",
        CANARY,
        "Proxy-Authorization",
        CANARY
    };

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .property("management.endpoints.web.exposure.include", "larder,metrics,prometheus"));

    private final String path = UniquePath.next();
    private final int mark = STAGE.gateway().log().mark();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?a=%1b[31mred",
                "?a=${jndi:ldap://x}",
                "?a=%25n%25s",
                "?a=%e2%80%a8next",
                "/\u001b[31m",
                "?a=\u0000",
                "?a=a\rb"
            })
    @Tag("hardening-A7")
    @Tag("hardening-P7")
    void requestTargetCannotInjectLogLines(String suffix) {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60"));
        STAGE.get(path + suffix, "X-A", "${jndi:ldap://x}", "User-Agent", "%n%s");
        STAGE.get(path + suffix);
        List<String> lines = STAGE.gateway().log().since(mark);
        assertThat(lines).noneMatch(line -> line.matches("(?s).*[\\x00-\\x08\\x0b-\\x1f\\x7f\\u2028\\u2029].*"));
        assertThat(lines).noneMatch(line -> line.strip().contains("\n") && line.contains(path));
    }

    @Test
    @Tag("hardening-A8")
    void noSecretOfAClientReachesTheLogTheMetricsOrTheEndpoint() {
        STAGE.gateway().expect(502, 504);
        STAGE.origin().on(path, ResponseScript.ok("private", "Cache-Control", "private"));
        STAGE.get(path, CREDENTIALS);
        STAGE.origin().on(path, ResponseScript.ok("open", "Cache-Control", "public, max-age=60"));
        STAGE.get(path, CREDENTIALS);
        STAGE.get(path, CREDENTIALS);
        STAGE.gateway().send("POST", path, "password=" + CANARY, CREDENTIALS);
        STAGE.origin().on(path, ResponseScript.hangUp(TransferEnd.RESET));
        STAGE.gateway().send("POST", path, "password=" + CANARY, CREDENTIALS);
        STAGE.get(path, CREDENTIALS);
        try (RawClient client = STAGE.gateway().connect()) {
            client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nAuthorization: " + CANARY + "\r\nX A: " + CANARY
                    + "\r\n\r\n");
            assertThat(client.read().content()).doesNotContain(CANARY);
        }
        assertThat(String.join("\n", STAGE.gateway().log().since(mark))).doesNotContain(CANARY);
        assertThat(management("/actuator/metrics/larder.requests")).doesNotContain(CANARY);
        assertThat(management("/actuator/prometheus")).doesNotContain(CANARY);
        assertThat(management("/actuator/larder")).doesNotContain(CANARY);
        assertThat(management("/actuator/larder/key?url=http://example.test" + path))
                .doesNotContain(CANARY);
    }

    /** A query is what caches have to know; a log and a meter have not. */
    @Test
    @Tag("hardening-A8")
    void noSecretInAQueryReachesTheLogOrTheMetrics() {
        STAGE.gateway().expect(502, 504);
        String target = path + "?token=" + CANARY;
        STAGE.origin().on(path, ResponseScript.ok("open", "Cache-Control", "max-age=60"));
        STAGE.get(target);
        assertThat(STAGE.get(target).hit()).isTrue();
        STAGE.get(target, "Cache-Control", "only-if-cached");
        STAGE.gateway().send("POST", target, "x");
        STAGE.origin().on(path, ResponseScript.hangUp(TransferEnd.RESET));
        assertThat(STAGE.get(target).status()).isEqualTo(502);
        STAGE.origin().on(path, ResponseScript.raw("nonsense\r\n\r\n").thenEnd(TransferEnd.FIN));
        STAGE.get(target);
        assertThat(STAGE.get(target + "%zz").content()).doesNotContain(CANARY);
        assertThat(STAGE.get(target + "#a").content()).doesNotContain(CANARY);
        assertThat(String.join("\n", STAGE.gateway().log().since(mark)))
                .contains(path)
                .doesNotContain(CANARY);
        assertThat(management("/actuator/prometheus")).doesNotContain(CANARY);
        assertThat(management("/actuator/larder")).doesNotContain(CANARY);
    }

    @Test
    @Tag("hardening-A9")
    void errorRevealsNoClassStackTraceOrOrigin() {
        STAGE.gateway().expect(502, 504);
        String address = Integer.toString(STAGE.origin().port());
        STAGE.origin().on(path, ResponseScript.raw("nonsense\r\n\r\n").thenEnd(TransferEnd.FIN));
        for (ReceivedResponse error : List.of(
                STAGE.get(path),
                STAGE.get(path, "Cache-Control", "only-if-cached"),
                STAGE.get(path + "%"),
                STAGE.gateway().send("POST", path, "x"))) {
            assertThat(error.status()).isGreaterThanOrEqualTo(400);
            assertThat(error.content())
                    .doesNotContain(address, "Exception", ".java", "reactor", "netty", "springframework", "\tat ");
        }
    }

    /** A10: whatever hosts and targets clients make up, there are no more meters. */
    @Test
    @Tag("hardening-A10")
    void unknownHostsAndTargetsCreateNoMeters() {
        STAGE.origin().otherwise(request -> ResponseScript.ok("x", "Cache-Control", "max-age=60"));
        for (int i = 0; i < 20; i++) {
            STAGE.get(path + "-madeup-" + i + "?madeup=" + i, "Host", "madeup" + i + ".test");
        }
        STAGE.origin().otherwise(request -> ResponseScript.status(404));
        assertThat(management("/actuator/prometheus")).contains("larder_").doesNotContainIgnoringCase("madeup");
    }

    /** A10: nor whatever methods. */
    @Test
    @Tag("hardening-A10")
    void unknownMethodsCreateNoMeters() {
        for (int i = 0; i < 20; i++) {
            STAGE.gateway().ask("MADEUP" + i, path);
        }
        assertThat(management("/actuator/prometheus"))
                .contains("httpMethod=\"OTHER\"")
                .doesNotContainIgnoringCase("madeup");
    }

    private static String management(String target) {
        try (RawClient client =
                RawClient.connect(OperatorClient.of(STAGE.gateway()).port())) {
            return client.request("GET", target, "Host", "localhost").read().content();
        }
    }
}
