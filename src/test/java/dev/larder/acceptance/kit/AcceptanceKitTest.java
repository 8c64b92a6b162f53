package dev.larder.acceptance.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kit says what happened on the wire, shown without a gateway between its two ends. */
class AcceptanceKitTest {

    private static final int ROUNDS = 100;

    private static ReceivedResponse get(ScriptedOrigin origin, String path) {
        try (RawClient client = RawClient.connect(origin.port())) {
            return client.request("GET", path).read();
        }
    }

    @Test
    void readsContentDelimitedByLengthChunksOrClose() {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/length", ResponseScript.ok("hello", "X-A", "1", "X-A", "2"));
            origin.on(
                    "/chunks", ResponseScript.status(200).chunked().part("hel").part("lo"));
            origin.on("/close", ResponseScript.ok("hello").untilClose());
            assertThat(get(origin, "/length").field("x-a")).isEqualTo("1, 2");
            assertThat(get(origin, "/length").content()).isEqualTo("hello");
            assertThat(get(origin, "/chunks").content()).isEqualTo("hello");
            assertThat(get(origin, "/close").content()).isEqualTo("hello");
            assertThat(get(origin, "/close").whole()).isTrue();
            assertThat(get(origin, "/other").status()).isEqualTo(404);
            assertThat(origin.count("/length")).isEqualTo(2);
        }
    }

    @Test
    @Tag("hardening-A8")
    void treatsEverySentCredentialAsSecret() {
        CanarySecrets.note(RawClient.head(
                "GET",
                "/",
                RawFields.of(
                        "authorization", "Bearer of-kit-test", "Cookie", "a=kit-cookie-1; b=kit-cookie-2; c=short")));
        assertThat(CanarySecrets.in("said: of-kit-test.")).contains("of-kit-test");
        assertThat(CanarySecrets.in("kit-cookie-1")).isPresent();
        assertThat(CanarySecrets.in("kit-cookie-2")).isPresent();
        assertThat(CanarySecrets.in("Bearer short")).isEmpty();
        assertThat(CanarySecrets.in(CanarySecrets.CANARY)).isPresent();
    }

    @Test
    void streamsGeneratedContentByLengthByChunksAndTruncated() {
        GeneratedContent octets = GeneratedContent.of("kit", 300_001);
        GeneratedContent most = octets.slice(1, 300_000);
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/length", ResponseScript.status(200).part(octets));
            origin.on(
                    "/chunks",
                    ResponseScript.status(200)
                            .chunked()
                            .part(octets.slice(0, 70_001))
                            .part(octets.slice(70_001, 300_001)));
            origin.on("/cut", ResponseScript.ok("").part(octets).cutAt(200_000, TransferEnd.FIN));
            assertThat(get(origin, "/length").content()).isEqualTo(octets.text());
            assertThat(get(origin, "/chunks").content())
                    .isEqualTo(octets.text())
                    .contains(most.text());
            assertThat(octets.text()).startsWith(get(origin, "/cut").content());
            assertThat(get(origin, "/cut").end()).isEqualTo(TransferEnd.FIN);
            try (RawClient client = RawClient.connect(origin.port()).request("GET", "/chunks")) {
                assertThat(client.open("GET").crc()).isEqualTo(octets.crc());
            }
        }
        assertThat(GeneratedContent.of("tik", 100).text())
                .isNotEqualTo(octets.slice(0, 100).text());
    }

    @Test
    void tellsAWholeMessageFromATruncatedOne() {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            ResponseScript whole =
                    ResponseScript.status(200).chunked().part("hel").part("lo");
            origin.on("/fin", ResponseScript.ok("hello").length(6).thenEnd(TransferEnd.FIN));
            origin.on("/chunks", whole.cutAt(whole.wireLength() - 1, TransferEnd.FIN));
            origin.on("/nothing", ResponseScript.hangUp(TransferEnd.FIN));
            assertThat(get(origin, "/fin").end()).isEqualTo(TransferEnd.FIN);
            assertThat(get(origin, "/chunks").end()).isEqualTo(TransferEnd.FIN);
            assertThat(get(origin, "/nothing").status()).isZero();
        }
    }

    @Test
    void tellsAResetFromAnOrderlyEnd() {
        OriginLatch gate = new OriginLatch();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                RawClient client = RawClient.connect(origin.port())) {
            origin.on("/reset", ResponseScript.ok("hello").length(9).gate(gate).thenEnd(TransferEnd.RESET));
            StreamedResponse response = client.request("GET", "/reset").open("GET");
            assertThat(response.until("hello")).isEqualTo("hello");
            gate.release();
            assertThat(response.rest().end()).isEqualTo(TransferEnd.RESET);
        }
    }

    @Test
    void collectsInterimResponsesAndKeepsTheConnection() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                RawClient client = RawClient.connect(origin.port())) {
            origin.on(
                    "/hints",
                    ResponseScript.ok("hello").interim(103, "Link", "</a>").interim(102));
            ReceivedResponse response = client.request("GET", "/hints").read();
            assertThat(response.interim()).extracting(ReceivedResponse::status).containsExactly(103, 102);
            assertThat(client.request("HEAD", "/hints").read("HEAD").content()).isEmpty();
            assertThat(client.request("GET", "/hints").read().content()).isEqualTo("hello");
            assertThat(origin.connections()).isEqualTo(1);
        }
    }

    @Test
    void showsRequestContentToTheHandler() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                RawClient client = RawClient.connect(origin.port())) {
            origin.on("/echo", request -> ResponseScript.ok(request.body()));
            client.send("POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");
            assertThat(client.read().content()).isEqualTo("abc");
        }
    }

    @Test
    void latchHoldsResponseUntilReleased() {
        OriginLatch gate = new OriginLatch();
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/slow", ResponseScript.ok("hello").before(gate));
            CompletableFuture<ReceivedResponse> answer = CompletableFuture.supplyAsync(() -> get(origin, "/slow"));
            gate.awaitArrival();
            assertThat(answer).isNotDone();
            gate.release();
            assertThat(answer.join().content()).isEqualTo("hello");
        }
    }

    @Test
    void anOriginThatIsDownRefusesAtOnceAndComesBack() {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/x", ResponseScript.ok("hello"));
            for (int round = 0; round < ROUNDS; round++) {
                origin.down();
                assertThatThrownBy(() -> RawClient.connect(origin.port()))
                        .as("round %d", round)
                        .hasRootCauseInstanceOf(ConnectException.class);
                origin.up();
                assertThat(get(origin, "/x").content()).isEqualTo("hello");
            }
            assertThat(origin.count("/x")).isEqualTo(ROUNDS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FIN", "RESET"})
    void connectionEndedByOriginAcceptsNoMoreRequests(TransferEnd how) {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/x", ResponseScript.ok("hello"));
            for (int round = 0; round < ROUNDS; round++) {
                try (RawClient client = RawClient.connect(origin.port())) {
                    client.request("GET", "/x").read();
                    end(origin, how);
                    assertThat(client.request("GET", "/x").read().status()).isZero();
                }
            }
            assertThat(origin.count("/x")).isEqualTo(ROUNDS);
        }
    }

    private static void end(ScriptedOrigin origin, TransferEnd how) {
        if (how == TransferEnd.FIN) {
            origin.dropConnections();
        } else {
            origin.down();
            origin.up();
        }
    }
}
