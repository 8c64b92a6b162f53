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
class KitTest {

    private static final int ROUNDS = 100;

    private static Response get(ScriptedOrigin origin, String path) {
        try (RawClient client = RawClient.connect(origin.port())) {
            return client.request("GET", path).read();
        }
    }

    @Test
    void readsContentByLengthByChunksAndByClose() {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/length", Script.ok("hello", "X-A", "1", "X-A", "2"));
            origin.on("/chunks", Script.status(200).chunked().part("hel").part("lo"));
            origin.on("/close", Script.ok("hello").untilClose());
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
    void whateverIsSentAsACredentialIsASecretFromThenOn() {
        Secrets.note(RawClient.head(
                "GET",
                "/",
                Fields.of("authorization", "Bearer of-kit-test", "Cookie", "a=kit-cookie-1; b=kit-cookie-2; c=short")));
        assertThat(Secrets.in("said: of-kit-test.")).contains("of-kit-test");
        assertThat(Secrets.in("kit-cookie-1")).isPresent();
        assertThat(Secrets.in("kit-cookie-2")).isPresent();
        assertThat(Secrets.in("Bearer short")).isEmpty();
        assertThat(Secrets.in(Secrets.CANARY)).isPresent();
    }

    @Test
    void makesContentAsItGoesByLengthByChunksAndCut() {
        Octets octets = Octets.of("kit", 300_001);
        Octets most = octets.slice(1, 300_000);
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/length", Script.status(200).part(octets));
            origin.on(
                    "/chunks",
                    Script.status(200).chunked().part(octets.slice(0, 70_001)).part(octets.slice(70_001, 300_001)));
            origin.on("/cut", Script.ok("").part(octets).cutAt(200_000, End.FIN));
            assertThat(get(origin, "/length").content()).isEqualTo(octets.text());
            assertThat(get(origin, "/chunks").content())
                    .isEqualTo(octets.text())
                    .contains(most.text());
            assertThat(octets.text()).startsWith(get(origin, "/cut").content());
            assertThat(get(origin, "/cut").end()).isEqualTo(End.FIN);
            try (RawClient client = RawClient.connect(origin.port()).request("GET", "/chunks")) {
                assertThat(client.open("GET").crc()).isEqualTo(octets.crc());
            }
        }
        assertThat(Octets.of("tik", 100).text())
                .isNotEqualTo(octets.slice(0, 100).text());
    }

    @Test
    void tellsAWholeMessageFromATruncatedOne() {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            Script whole = Script.status(200).chunked().part("hel").part("lo");
            origin.on("/fin", Script.ok("hello").length(6).thenEnd(End.FIN));
            origin.on("/chunks", whole.cutAt(whole.wireLength() - 1, End.FIN));
            origin.on("/nothing", Script.hangUp(End.FIN));
            assertThat(get(origin, "/fin").end()).isEqualTo(End.FIN);
            assertThat(get(origin, "/chunks").end()).isEqualTo(End.FIN);
            assertThat(get(origin, "/nothing").status()).isZero();
        }
    }

    @Test
    void tellsAResetFromAnOrderlyEnd() {
        Gate gate = new Gate();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                RawClient client = RawClient.connect(origin.port())) {
            origin.on("/reset", Script.ok("hello").length(9).gate(gate).thenEnd(End.RESET));
            Incoming response = client.request("GET", "/reset").open("GET");
            assertThat(response.until("hello")).isEqualTo("hello");
            gate.release();
            assertThat(response.rest().end()).isEqualTo(End.RESET);
        }
    }

    @Test
    void collectsInterimResponsesAndKeepsTheConnection() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                RawClient client = RawClient.connect(origin.port())) {
            origin.on("/hints", Script.ok("hello").interim(103, "Link", "</a>").interim(102));
            Response response = client.request("GET", "/hints").read();
            assertThat(response.interim()).extracting(Response::status).containsExactly(103, 102);
            assertThat(client.request("HEAD", "/hints").read("HEAD").content()).isEmpty();
            assertThat(client.request("GET", "/hints").read().content()).isEqualTo("hello");
            assertThat(origin.connections()).isEqualTo(1);
        }
    }

    @Test
    void showsRequestContentToTheHandler() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                RawClient client = RawClient.connect(origin.port())) {
            origin.on("/echo", request -> Script.ok(request.body()));
            client.send("POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");
            assertThat(client.read().content()).isEqualTo("abc");
        }
    }

    @Test
    void waitsAtAGateUntilItIsReleased() {
        Gate gate = new Gate();
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/slow", Script.ok("hello").before(gate));
            CompletableFuture<Response> answer = CompletableFuture.supplyAsync(() -> get(origin, "/slow"));
            gate.awaitArrival();
            assertThat(answer).isNotDone();
            gate.release();
            assertThat(answer.join().content()).isEqualTo("hello");
        }
    }

    @Test
    void anOriginThatIsDownRefusesAtOnceAndComesBack() {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/x", Script.ok("hello"));
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
    void aConnectionThatItEndedTakesNoMoreRequests(End how) {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/x", Script.ok("hello"));
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

    private static void end(ScriptedOrigin origin, End how) {
        if (how == End.FIN) {
            origin.dropConnections();
        } else {
            origin.down();
            origin.up();
        }
    }
}
