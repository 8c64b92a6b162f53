package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S: bytes that one request leaves on its connection are never taken for another one's. */
class LeftoverBytesTest {

    private static final String LENGTH = "Content-Length";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();
    private final String smuggled = UniquePath.next();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100-continue",
                "100-Continue",
                "100-continue, 100-continue",
                "x-100-continue",
                "100-continue;q=1",
                "200-ok",
                ""
            })
    @Tag("hardening-S")
    void contentAfterAnyExpectationIsNotParsedAsRequest(String expectation) {
        STAGE.origin().on(path, request -> ResponseScript.ok("got " + request.length(), "Cache-Control", "no-store"));
        String content = smuggledRequest();
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head(
                            "POST",
                            path,
                            RawFields.of("Expect", expectation, LENGTH, Integer.toString(content.length())))
                    + content);
            ReceivedResponse response = client.read();
            assertThat(response.status()).isIn(200, 400, 417);
            if (response.status() == 200) {
                assertThat(response.content()).isEqualTo("got " + content.length());
            }
        }
        assertThat(STAGE.origin().count(path)).isLessThanOrEqualTo(1);
        assertThat(STAGE.origin().count(smuggled)).isZero();
    }

    @Test
    @Tag("hardening-S")
    void duplicateExpectFieldsCauseAtMostOneRequest() {
        STAGE.origin().on(path, ResponseScript.ok("got", "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.request("POST", path, "Expect", "100-continue", "Expect", "100-continue", LENGTH, "2")
                    .send("ab");
            assertThat(client.read().status()).isIn(200, 400, 417);
        }
        assertThat(STAGE.origin().count(path)).isLessThanOrEqualTo(1);
    }

    @Test
    void expectContinueOnHitDoesNotDisturbNextRequest() {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        try (RawClient client = STAGE.gateway().connect()) {
            client.request("GET", path, "Expect", "100-continue");
            assertThat(client.read().status()).isIn(200, 417);
            ReceivedResponse next = client.request("GET", path).read();
            assertThat(next.status() == 0 || next.content().equals("stored")).isTrue();
        }
    }

    /** The origin refuses by the head alone; the client sends its content all the same. */
    @Test
    @Tag("hardening-S")
    void contentOfRejectedRequestIsNotParsedAsRequest() {
        STAGE.origin()
                .onHead(
                        path,
                        request -> ResponseScript.status(417, "Cache-Control", "no-store")
                                .part("no")
                                .thenEnd(TransferEnd.FIN));
        String content = smuggledRequest();
        try (RawClient client = STAGE.gateway().connect()) {
            client.request("POST", path, "Expect", "100-continue", LENGTH, Integer.toString(content.length()));
            assertThat(client.read().status()).isEqualTo(417);
            client.send(content);
            ReceivedResponse next = client.read();
            assertThat(next.status() == 0 || !next.content().equals("smuggled"))
                    .as("%s", next)
                    .isTrue();
        }
        assertThat(STAGE.origin().count(smuggled)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "h2c", "foo"})
    @Tag("hardening-S")
    void bytesAfterRefusedUpgradeAreParsedAsNextRequest(String protocol) {
        String next = UniquePath.next();
        STAGE.origin().on(path, ResponseScript.ok("no upgrade", "Cache-Control", "no-store"));
        STAGE.origin().on(next, ResponseScript.ok("next", "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.request("GET", path, "Connection", "Upgrade", "Upgrade", protocol)
                    .request("GET", next);
            ReceivedResponse first = client.read();
            assertThat(first.status()).isIn(200, 400, 426, 502);
            ReceivedResponse second = client.read();
            assertThat(second.status() == 0 || second.content().equals("next"))
                    .as("%s", second)
                    .isTrue();
        }
        STAGE.gateway().expect(502);
        assertThat(STAGE.origin().count(path)).isLessThanOrEqualTo(1);
    }

    /** The origin answers before it has read anything, and the client goes on sending. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 1_000_000})
    @Tag("hardening-S")
    void discardsUnreadContentOrClosesConnection(int length) {
        String next = UniquePath.next();
        STAGE.origin()
                .onHead(
                        path,
                        request -> ResponseScript.status(403, "Cache-Control", "no-store")
                                .part("no")
                                .thenEnd(TransferEnd.FIN));
        STAGE.origin().on(next, ResponseScript.ok("next", "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.request("POST", path, LENGTH, Integer.toString(length), "Incremental", "?1");
            int status = client.read().status();
            assertThat(status).isIn(403, 502);
            client.send("x".repeat(length)).request("GET", next);
            ReceivedResponse second = client.read();
            assertThat(second.status() == 0 || second.content().equals("next"))
                    .as("%s", second)
                    .isTrue();
        }
        STAGE.gateway().expect(502);
    }

    private String smuggledRequest() {
        STAGE.origin().on(smuggled, ResponseScript.ok("smuggled"));
        return RawClient.head("GET", smuggled, RawFields.NONE);
    }
}
