package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.Http2Peer.Frame;
import dev.larder.rfc9111.HeaderFields;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9113 10.5: an origin that exhausts the gateway by HTTP/2. The allowances are those of clients. */
class Http2OriginGuardTest {

    private static final int FLOOD = 1_200;
    private static final int WINDOW = FlowControlledContent.WINDOW;
    private static final int FRAME = 16_384;
    private static final int UNKNOWN_TYPE = 0x20;

    private static final byte[] STATUS = Http2Peer.block(":status", "200");
    private static final OriginClientSettings.Pool PATIENT =
            new OriginClientSettings.Pool(10, 10, 10, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private final Http2Fixture fixture = new Http2Fixture(OriginTransport.NIO, PATIENT);

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    /**
     * An attack on a connection whose stream 3 has ended, and whose stream 5 awaits its response.
     *
     * @param octets what the origin sends
     * @param error the error that ends the connection
     */
    private record Attack(String name, byte[] octets, Http2Error error) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Attack flood(String name, int type, int flags, int stream, byte... payload) {
        return new Attack(
                "a flood of " + name,
                repeat(FLOOD, Http2Peer.frame(type, flags, stream, payload)),
                Http2Error.ENHANCE_YOUR_CALM);
    }

    private static byte[] repeat(int times, byte... octets) {
        var all = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            all.writeBytes(octets);
        }
        return all.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    static Stream<Attack> attacks() {
        return Stream.of(floods(), violations()).flatMap(List::stream);
    }

    private static List<Attack> floods() {
        byte[] head = Http2Peer.frame(Http2FrameTypes.HEADERS, Http2Peer.END_HEADERS, 5, STATUS);
        byte[] padding = {3, 0, 0, 0};
        return List.of(
                flood("PING", Http2FrameTypes.PING, 0, 0, new byte[8]),
                flood("SETTINGS", Http2FrameTypes.SETTINGS, 0, 0),
                flood("PRIORITY", Http2FrameTypes.PRIORITY, 0, 5, new byte[5]),
                flood("WINDOW_UPDATE", Http2FrameTypes.WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1}),
                flood("RST_STREAM", Http2FrameTypes.RST_STREAM, 0, 3, new byte[4]),
                flood("unknown frames", UNKNOWN_TYPE, 0, 0),
                flood("HEADERS of a stream that has ended", Http2FrameTypes.HEADERS, Http2Peer.END_HEADERS, 3, STATUS),
                new Attack(
                        "a flood of DATA without octets",
                        join(head, repeat(FLOOD, Http2Peer.frame(Http2FrameTypes.DATA, 0, 5))),
                        Http2Error.ENHANCE_YOUR_CALM),
                new Attack(
                        "a flood of DATA with padding alone",
                        join(head, repeat(3, Http2Peer.frame(Http2FrameTypes.DATA, Http2Flags.PADDED, 5, padding))),
                        Http2Error.ENHANCE_YOUR_CALM),
                new Attack(
                        "a flood of CONTINUATION",
                        join(
                                Http2Peer.frame(Http2FrameTypes.HEADERS, 0, 5, STATUS),
                                repeat(100, Http2Peer.frame(Http2FrameTypes.CONTINUATION, 0, 5))),
                        Http2Error.ENHANCE_YOUR_CALM));
    }

    private static List<Attack> violations() {
        return List.of(
                new Attack(
                        "a push",
                        Http2Peer.frame(
                                Http2FrameTypes.PUSH_PROMISE,
                                Http2Peer.END_HEADERS,
                                5,
                                join(new byte[] {0, 0, 0, 2}, Http2Peer.block(":method", "GET"))),
                        Http2Error.PROTOCOL_ERROR),
                new Attack(
                        "a response without a request",
                        Http2Peer.frame(Http2FrameTypes.HEADERS, Http2Peer.END_HEADERS, 2, STATUS),
                        Http2Error.PROTOCOL_ERROR),
                new Attack(
                        "a response to a request that is not sent yet",
                        Http2Peer.frame(Http2FrameTypes.HEADERS, Http2Peer.END_HEADERS, 7, STATUS),
                        Http2Error.PROTOCOL_ERROR),
                new Attack(
                        "content after the end of a response",
                        Http2Peer.frame(Http2FrameTypes.DATA, 0, 3, new byte[1]),
                        Http2Error.STREAM_CLOSED));
    }

    /** Returns a connection that has answered one request, and carries another one. */
    private Http2Peer answered(ResponseRecorder[] second) throws IOException {
        Http2Peer peer = fixture.used();
        second[0] = fixture.ask("POST");
        assertThat(peer.readRequest()).isEqualTo(5);
        return peer;
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void closesConnectionOfOriginThatFloodsOrViolatesProtocol(Attack attack) throws IOException {
        var request = new ResponseRecorder[1];
        Http2Peer peer = answered(request);
        sendAll(peer, attack.octets());
        assertThat(peer.awaitEnd()).isEqualTo((int) attack.error().code());
        assertThat(request[0].failure()).isInstanceOf(IOException.class);
        fixture.await(0, 0);
    }

    private static void sendAll(Http2Peer peer, byte[] octets) throws IOException {
        try {
            peer.connection().send(octets);
        } catch (SocketException ended) {
            // The client has ended the connection before it has received everything.
        }
    }

    @Test
    void resetsAStreamWhoseWindowIsExceeded() throws IOException {
        var request = new ResponseRecorder[1];
        Http2Peer peer = answered(request);
        request[0].on(() -> request[0].call().pause());
        peer.headers(5, 0, ":status", "200");
        peer.connection()
                .send(repeat(WINDOW / FRAME + 1, Http2Peer.frame(Http2FrameTypes.DATA, 0, 5, new byte[FRAME])));
        assertThat(peer.read(Http2FrameTypes.RST_STREAM).stream()).isEqualTo(5);
        request[0].on(() -> request[0].call().resume());
        assertThat(request[0].failure()).isInstanceOf(IOException.class);
        assertThat(request[0].content()).hasSize(WINDOW);
        fixture.await(1, 1);
    }

    @Test
    void discardsAtMostOneWindowOfContentAfterCancellation() throws IOException {
        var request = new ResponseRecorder[1];
        Http2Peer peer = answered(request);
        request[0].on(() -> request[0].call().cancel());
        assertThat(peer.read(Http2FrameTypes.RST_STREAM).stream()).isEqualTo(5);
        byte[] content = Http2Peer.frame(Http2FrameTypes.DATA, 0, 5, new byte[FRAME]);
        peer.connection().send(repeat(WINDOW / FRAME, content));
        ResponseRecorder other = fixture.get();
        peer.answer(peer.readRequest(), "ok");
        assertThat(other.last()).isEqualTo("end ok");
        sendAll(peer, content);
        assertThat(peer.awaitEnd()).isEqualTo((int) Http2Error.STREAM_CLOSED.code());
        fixture.await(0, 0);
    }

    @Test
    void limitsTheSizeOfAHead() throws IOException {
        ResponseRecorder fits = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.headers(peer.readRequest(), Http2Peer.END_STREAM, ":status", "200", "x-a", "x".repeat(8_100));
        assertThat(fits.last()).isEqualTo("end ");
        ResponseRecorder large = fixture.get();
        peer.headers(peer.readRequest(), Http2Peer.END_STREAM, ":status", "200", "x-a", "x".repeat(8_192));
        assertThat(large.failure()).hasMessage("The origin's response has too many or too large fields.");
        ResponseRecorder larger = fixture.get();
        peer.headers(peer.readRequest(), Http2Peer.END_STREAM, ":status", "200", "x-a", "x".repeat(16_300));
        assertThat(larger.failure()).isInstanceOf(IOException.class);
        ResponseRecorder trailers = fixture.get();
        int stream = peer.readRequest();
        peer.headers(stream, 0, ":status", "200");
        peer.headers(stream, Http2Peer.END_STREAM, "x-a", "x".repeat(8_192));
        assertThat(trailers.failure()).hasMessage("The origin's response has too many or too large fields.");
        fixture.await(1, 1);
    }

    @Test
    void muchTooLargeHeadFailsOnlyItsRequest() throws IOException {
        ResponseRecorder large = fixture.get();
        ResponseRecorder other = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        assertThat(peer.readRequests(2)).containsExactly(3, 5);
        peer.ping();
        byte[] head = join(STATUS, Http2Peer.block("x-a", "x".repeat(30_000)));
        peer.connection()
                .send(join(
                        Http2Peer.frame(Http2FrameTypes.HEADERS, Http2Peer.END_STREAM, 3, Arrays.copyOf(head, FRAME)),
                        Http2Peer.frame(
                                Http2FrameTypes.CONTINUATION,
                                Http2Peer.END_HEADERS,
                                3,
                                Arrays.copyOfRange(head, FRAME, head.length))));
        assertThat(large.failure()).isInstanceOf(IOException.class);
        peer.answer(5, "ok");
        assertThat(other.last()).isEqualTo("end ok");
        fixture.await(1, 1);
    }

    @Test
    void endsTheConnectionIfAHeadDoesNotEnd() throws IOException {
        var request = new ResponseRecorder[1];
        Http2Peer peer = answered(request);
        byte[] piece = Http2Peer.frame(Http2FrameTypes.CONTINUATION, 0, 5, new byte[FRAME]);
        sendAll(peer, join(Http2Peer.frame(Http2FrameTypes.HEADERS, 0, 5, new byte[FRAME]), repeat(20, piece)));
        assertThat(request[0].failure()).isInstanceOf(IOException.class);
        peer.awaitEnd();
        fixture.await(0, 0);
    }

    @Test
    void neverIndexesCredentialsInHeaderCompression() throws IOException {
        HeaderFields fields = HeaderFields.of("Authorization", "secret", "X-A", "known");
        ResponseRecorder first = fixture.client.ask(fixture.request("GET", 0, fields));
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.answer(peer.readRequest(), "ok");
        first.last();
        fixture.client.ask(fixture.request("GET", 0, fields));
        Frame second = peer.read(Http2FrameTypes.HEADERS);
        assertThat(peer.fields(second)).contains("authorization: secret", "x-a: known");
        assertThat(second.text())
                .as("never indexed, then its name from the static table")
                .contains("\u001f\u0008");
        assertThat(second.payload().length).isLessThan(20);
    }

    @Test
    void closesConnectionIfOriginSendsNoSettings() throws IOException {
        ResponseRecorder first = fixture.client.ask(new OriginRequest(
                fixture.address(), "GET", "/", HeaderFields.EMPTY, 0, false, Duration.ofSeconds(60), false));
        ResponseRecorder second = fixture.get();
        Http2Peer peer = Http2Peer.select(fixture.origin);
        assertThat(peer.readRequest()).isEqualTo(3);
        fixture.advance(Duration.ofSeconds(10));
        assertThat(first.failure()).isInstanceOf(IOException.class);
        peer.awaitEnd();
        Http2Peer next = Http2Peer.accept(fixture.origin);
        next.answer(next.readRequest(), "second");
        assertThat(second.last()).isEqualTo("end second");
        fixture.await(1, 1);
    }

    @Test
    void failsIfTheOriginDoesNotBeginWithSettings() throws IOException {
        ResponseRecorder response = fixture.get();
        Http2Peer peer = Http2Peer.select(fixture.origin);
        peer.readRequest();
        peer.headers(3, Http2Peer.END_STREAM, ":status", "200");
        assertThat(response.failure()).isInstanceOf(IOException.class);
        peer.awaitEnd();
        fixture.await(0, 0);
    }
}
