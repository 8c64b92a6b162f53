package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests on which parsers disagree get 400 and the end of the connection, and never reach the origin (RFC 9112 2.2, 3,
 * 5, 6). The requests stand in {@link MalformedRequests}.
 */
class MalformedRequestTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.larder.acceptance.MalformedRequests#heads")
    @Tag("hardening-P4")
    @Tag("hardening-P7")
    @Tag("hardening-S")
    void malformedHeadIsRefusedWithProblemDetailAndClose(String what, String request) {
        STAGE.origin().on(path, ResponseScript.ok("reached", "Cache-Control", "max-age=60"));
        int before = STAGE.origin().received().size();
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse response =
                    client.send(request.replace("/PATH", path)).read();
            assertThat(response.status()).as("%s: %s", what, response).isEqualTo(400);
            assertProblem(response);
            assertThat(client.awaitEnd()).isIn(TransferEnd.FIN, TransferEnd.RESET);
        }
        assertThat(STAGE.origin().received()).hasSize(before);
        assertThat(STAGE.get(path).hit()).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.larder.acceptance.MalformedRequests#targets")
    @Tag("hardening-D")
    void anAmbiguousTargetIsRefused(String target) {
        int before = STAGE.origin().received().size();
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse response = client.request("GET", target).read();
            assertThat(response.status()).as("%s: %s", target, response).isEqualTo(400);
            assertProblem(response);
        }
        assertThat(STAGE.origin().received()).hasSize(before);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.larder.acceptance.MalformedRequests#contents")
    @Tag("hardening-S")
    void malformedContentFailsAndNeverLooksCompleteToOrigin(String what, String content) {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, request -> ResponseScript.ok("got " + request.end() + " " + request.body()));
        try (RawClient client = STAGE.gateway().connect()) {
            String head = "POST " + path + " HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n";
            ReceivedResponse response = client.send(head + content).read();
            assertThat(response.status() == 0 || response.status() >= 400)
                    .as("%s: %s", what, response)
                    .isTrue();
            assertThat(client.awaitEnd()).isIn(TransferEnd.FIN, TransferEnd.RESET);
        }
        assertThat(STAGE.origin().received(path)).allMatch(request -> request.end() != TransferEnd.COMPLETE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONNECT a.test:443", "TRACE /PATH"})
    @Tag("hardening-M")
    @Tag("hardening-S")
    void connectAndTraceAreRefused(String start) {
        String request = start.replace("/PATH", path) + " HTTP/1.1\r\nHost: a.test:443\r\n\r\n";
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse response = client.send(request).read();
            assertThat(response.status()).as("%s", response).isBetween(400, 501);
            assertThat(response.status()).isNotEqualTo(500);
        }
        STAGE.gateway().expect(501);
        assertThat(STAGE.origin().count(path)).isZero();
    }

    @Test
    @Tag("hardening-P6")
    void aRequestLineTooLongIs414() {
        ReceivedResponse response = STAGE.get(path + "?" + "x".repeat(100_000));
        assertThat(response.status()).isEqualTo(414);
        assertProblem(response);
    }

    @Test
    @Tag("hardening-P6")
    @Tag("hardening-X5")
    void aHeaderSectionTooLargeIs431() {
        ReceivedResponse response = STAGE.get(path, "X-Large", "x".repeat(100_000));
        assertThat(response.status()).isEqualTo(431);
        assertProblem(response);
    }

    @Test
    @Tag("hardening-P6")
    @Tag("hardening-X5")
    void tooManyFieldsAre431() {
        StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: a.test\r\n");
        for (int i = 0; i < 1000; i++) {
            request.append("A:b\r\n");
        }
        try (RawClient client = STAGE.gateway().connect()) {
            assertThat(client.send(request + "\r\n").read().status()).isEqualTo(431);
        }
    }

    /** Whoever refuses it, the decoder or what looks at its head. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: a.test\r\nX A: b\r\n\r\n",
                "GET /a HTTP/1.1\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n",
                "GET /a%zz HTTP/1.1\r\nHost: a.test\r\n\r\n",
                "TRACE /a HTTP/1.1\r\nHost: a.test\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: a.test\r\nConnection: host\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: a.test\r\nExpect: 200-ok\r\n\r\n"
            })
    @Tag("hardening-S")
    void requestsAfterRefusedRequestAreNotServed(String refused) {
        String smuggled = path + "-smuggled";
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(path, ResponseScript.ok("good", "Cache-Control", "no-store").before(gate));
        STAGE.origin().on(smuggled, ResponseScript.ok("smuggled"));
        for (boolean waiting : List.of(false, true)) {
            try (RawClient client = STAGE.gateway().connect()) {
                String before = waiting ? RawClient.head("GET", path, RawFields.NONE) : "";
                client.send(before + refused + RawClient.head("GET", smuggled, RawFields.NONE));
                if (waiting) {
                    gate.awaitArrival();
                    STAGE.awaitReading();
                    gate.release();
                    assertThat(client.read().content()).isEqualTo("good");
                }
                assertThat(client.read().status()).isBetween(400, 499);
                assertThat(client.awaitEnd()).isIn(TransferEnd.FIN, TransferEnd.RESET);
            }
            assertThat(STAGE.origin().count(smuggled)).isZero();
        }
    }

    @Test
    void requestsBeforeRefusedRequestAreAnsweredFirst() {
        STAGE.origin().on(path, ResponseScript.ok("good", "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.request("GET", path).send("GET / HTTP/1.1\r\n\r\n");
            assertThat(client.read().content()).isEqualTo("good");
            assertThat(client.read().status()).isEqualTo(400);
        }
    }

    private static void assertProblem(ReceivedResponse response) {
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.content()).contains("\"status\":" + response.status());
        assertThat(response.field("Connection")).isEqualToIgnoringCase("close");
    }
}
