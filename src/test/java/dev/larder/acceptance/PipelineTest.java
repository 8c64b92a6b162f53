package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many requests on one connection are answered in their order (RFC 9112 9.3). */
class PipelineTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @Test
    void hitsMissesAndPassThroughsKeepTheirOrder() {
        String stored = path;
        String other = UniquePath.next();
        STAGE.origin().on(stored, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.origin()
                .on(
                        other,
                        request -> ResponseScript.ok(request.method() + request.body(), "Cache-Control", "no-store"));
        STAGE.get(stored);
        try (RawClient client = STAGE.gateway().connect()) {
            for (int i = 0; i < 30; i++) {
                client.request("GET", stored).request("GET", other);
                client.send(RawClient.head("POST", other, RawFields.of("Content-Length", "1")) + i % 10);
            }
            for (int i = 0; i < 30; i++) {
                assertThat(client.read().content()).isEqualTo("stored");
                assertThat(client.read().content()).isEqualTo("GET");
                assertThat(client.read().content()).isEqualTo("POST" + i % 10);
            }
        }
    }

    @Test
    @Tag("hardening-X10")
    void aThousandHitsInBatchesAreAllAnswered() {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        try (RawClient client = STAGE.gateway().connect()) {
            for (int i = 0; i < 1000; i++) {
                if (i % 100 == 0) {
                    client.send(RawClient.head("GET", path, RawFields.NONE).repeat(100));
                }
                assertThat(client.read().content()).isEqualTo("stored");
            }
        }
    }

    @Test
    void connectionCloseIsHonouredOnAHit() {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse response =
                    client.request("GET", path, "Connection", "close").read();
            assertThat(response.hit()).isTrue();
            assertThat(client.awaitEnd()).isEqualTo(TransferEnd.FIN);
        }
    }

    @Test
    void answersHttp10ClientWithoutTransferEncoding() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(200, "Cache-Control", "max-age=60")
                                .chunked()
                                .part("stored"));
        for (int i = 0; i < 2; i++) {
            try (RawClient client = STAGE.gateway().connect()) {
                ReceivedResponse response = client.send("GET " + path + " HTTP/1.0\r\nHost: a.test\r\n\r\n")
                        .read();
                assertThat(response.content()).isEqualTo("stored");
                assertThat(response.fields().has("Transfer-Encoding")).isFalse();
            }
        }
    }

    /** Content that ends with the connection would look whole if a broken response ended it in good order. */
    @ParameterizedTest
    @ValueSource(strings = {"native", "gateway"})
    void resetsConnectionOfHttp10ClientIfResponseBreaksOff(String forward) {
        String routes = "spring.cloud.gateway.server.webflux.routes";
        try (ScriptedOrigin origin = ScriptedOrigin.start()
                        .otherwise(request -> ResponseScript.raw(
                                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\none part\r\n")
                                .thenEnd(TransferEnd.FIN));
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .property("larder.forward", forward)
                        .property(routes + "[0].id", "plain")
                        .property(routes + "[0].uri", origin.uri())
                        .property(routes + "[0].predicates[0]", "Path=/plain")
                        .property(routes + "[1].id", "cached")
                        .property(routes + "[1].uri", origin.uri())
                        .property(routes + "[1].predicates[0]", "Path=/cached")
                        .property(routes + "[1].filters[0]", "Cache")
                        .start()) {
            for (String path : List.of("/plain", "/cached")) {
                try (RawClient client = gateway.connect()) {
                    ReceivedResponse response = client.send("GET " + path + " HTTP/1.0\r\nHost: a.test\r\n\r\n")
                            .read();
                    assertThat(response.end()).as(path).isEqualTo(TransferEnd.RESET);
                }
            }
            gateway.expectLogged("HttpWebHandlerAdapter").expectLogged("Error finishing response");
        }
        STAGE.gateway().disregardLog();
    }

    /** RFC 9112 6.1, also where the gateway only forwards. */
    @ParameterizedTest
    @ValueSource(strings = {"native", "gateway"})
    void answersHttp10ClientWithoutTransferEncodingOnRouteWithoutCache(String forward) {
        String route = "spring.cloud.gateway.server.webflux.routes[0].";
        try (ScriptedOrigin origin = ScriptedOrigin.start()
                        .otherwise(request -> ResponseScript.status(200)
                                .chunked()
                                .part("two ")
                                .part("parts"));
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .property("larder.forward", forward)
                        .property(route + "id", "plain")
                        .property(route + "uri", origin.uri())
                        .property(route + "predicates[0]", "Path=/**")
                        .start()) {
            for (String connection : List.of("", "Connection: keep-alive\r\n")) {
                try (RawClient client = gateway.connect()) {
                    ReceivedResponse response = client.send("GET / HTTP/1.0\r\nHost: a.test\r\n" + connection + "\r\n")
                            .read();
                    assertThat(response.content()).isEqualTo("two parts");
                    assertThat(response.fields().has("Transfer-Encoding")).isFalse();
                    assertThat(client.awaitEnd()).isEqualTo(TransferEnd.FIN);
                }
            }
        }
    }

    /** The server behind would answer no request that ends the connection while another one is unanswered. */
    @Test
    void answersPipelinedHttp10RequestAndClosesConnection() {
        STAGE.origin().on(path, request -> ResponseScript.ok(request.target(), "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.request("GET", path + "?first").send("GET " + path + "?last HTTP/1.0\r\nHost: a.test\r\n\r\n");
            ReceivedResponse first = client.read();
            assertThat(first.content()).isEqualTo(path + "?first");
            assertThat(first.fields().has("Connection")).isFalse();
            ReceivedResponse last = client.read();
            assertThat(last.content()).isEqualTo(path + "?last");
            assertThat(last.field("Connection")).isEqualTo("close");
            assertThat(client.awaitEnd()).isEqualTo(TransferEnd.FIN);
        }
    }

    /** The server takes a half-closed connection for a closed one; what it has begun to say is then visibly cut. */
    @Test
    void halfClosedClientGetsResponseOrVisibleTruncation() {
        STAGE.origin().on(path, ResponseScript.ok("answer", "Cache-Control", "max-age=60"));
        try (RawClient client = STAGE.gateway().connect().request("GET", path)) {
            client.halfClose();
            ReceivedResponse response = client.read();
            assertThat(response.status() == 0
                            || !response.whole()
                            || response.content().equals("answer"))
                    .isTrue();
        }
        assertThat(STAGE.get(path).content()).isEqualTo("answer");
    }
}
