package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9113 8.1.1 and 8.7: malformed responses, and requests that an origin has not processed. */
class Http2OriginFaultTest {

    private static final String BROKEN_OFF = "The origin broke its response off.";
    private static final String NO_RESPONSE = "The origin closed the connection before it responded.";
    private static final String MALFORMED = "The origin's response is malformed.";

    private final Http2Fixture fixture = new Http2Fixture();

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    /** A malformed response to a GET on a stream. */
    @FunctionalInterface
    private interface Response {
        void send(Http2Peer peer, int stream) throws IOException;
    }

    private record Case(String name, Response response) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Case head(String name, String... fields) {
        return new Case(name, (peer, stream) -> peer.headers(stream, Http2Peer.END_STREAM, fields));
    }

    static Stream<Case> malformed() {
        return Stream.of(namesAndStatuses(), connectionFieldsAndValues(), lengths(), contentAndTrailers())
                .flatMap(List::stream);
    }

    private static List<Case> namesAndStatuses() {
        return List.of(
                head("an uppercase name", ":status", "200", "X-Upper", "1"),
                head("a name that is no token", ":status", "200", "x y", "1"),
                head("an empty name", ":status", "200", "", "1"),
                head("no status"),
                head("no status but fields", "x-a", "1"),
                head("two statuses", ":status", "200", ":status", "404"),
                head("an unknown pseudo field", ":status", "200", ":x", "1"),
                head("a pseudo field of requests", ":status", "200", ":path", "/"),
                head("a pseudo field after others", "x-a", "1", ":status", "200"),
                head("a status of two digits", ":status", "20"),
                head("a status of four digits", ":status", "2000"),
                head("a status with a sign", ":status", "+20"),
                head("a status above 599", ":status", "600"),
                head("a status below 100", ":status", "099"),
                head("other protocols", ":status", "101"));
    }

    private static List<Case> connectionFieldsAndValues() {
        return List.of(
                head("connection", ":status", "200", "connection", "close"),
                head("keep-alive", ":status", "200", "keep-alive", "timeout=1"),
                head("proxy-connection", ":status", "200", "proxy-connection", "close"),
                head("transfer-encoding", ":status", "200", "transfer-encoding", "chunked"),
                head("upgrade", ":status", "200", "upgrade", "h2c"),
                head("a line feed", ":status", "200", "x-a", "1\nx-b: 2"),
                head("a carriage return", ":status", "200", "x-a", "1\rx-b: 2"),
                head("a null", ":status", "200", "x-a", "1\0"),
                head("a blank before a value", ":status", "200", "x-a", " 1"),
                head("a blank after a value", ":status", "200", "x-a", "1\t"));
    }

    private static List<Case> lengths() {
        return List.of(
                head("a length that is missing content", ":status", "200", "content-length", "1"),
                head("two lengths", ":status", "200", "content-length", "0", "content-length", "1"),
                head("a length with a sign", ":status", "200", "content-length", "+0"),
                head("a list of lengths", ":status", "200", "content-length", "0, 1"),
                head("a negative length", ":status", "200", "content-length", "-1"),
                head("an interim response that ends", ":status", "103"),
                new Case("content before the head", (peer, stream) -> peer.data(stream, Http2Peer.END_STREAM, "x")),
                new Case("less content than announced", (peer, stream) -> {
                    peer.headers(stream, 0, ":status", "200", "content-length", "3");
                    peer.data(stream, Http2Peer.END_STREAM, "ab");
                }),
                new Case("more content than announced", (peer, stream) -> {
                    peer.headers(stream, 0, ":status", "200", "content-length", "1");
                    peer.data(stream, 0, "ab");
                }));
    }

    private static List<Case> contentAndTrailers() {
        return List.of(
                new Case("content of 204", (peer, stream) -> {
                    peer.headers(stream, 0, ":status", "204");
                    peer.data(stream, Http2Peer.END_STREAM, "x");
                }),
                new Case("content of 304", (peer, stream) -> {
                    peer.headers(stream, 0, ":status", "304");
                    peer.data(stream, Http2Peer.END_STREAM, "x");
                }),
                new Case("trailers that do not end", (peer, stream) -> {
                    peer.headers(stream, 0, ":status", "200");
                    peer.headers(stream, 0, "x-a", "1");
                }),
                new Case("a pseudo field in trailers", (peer, stream) -> {
                    peer.headers(stream, 0, ":status", "200");
                    peer.headers(stream, Http2Peer.END_STREAM, ":status", "200");
                }),
                new Case("an uppercase name in trailers", (peer, stream) -> {
                    peer.headers(stream, 0, ":status", "200");
                    peer.headers(stream, Http2Peer.END_STREAM, "X-A", "1");
                }),
                new Case("trailers instead of announced content", (peer, stream) -> {
                    peer.headers(stream, 0, ":status", "200", "content-length", "1");
                    peer.headers(stream, Http2Peer.END_STREAM, "x-a", "1");
                }));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void resetsTheStreamOfAMalformedResponse(Case wrong) throws IOException {
        ResponseRecorder response = fixture.get();
        ResponseRecorder other = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        assertThat(peer.readRequests(2)).containsExactly(3, 5);
        wrong.response().send(peer, 3);
        assertThat(response.failure()).isInstanceOf(IOException.class).hasMessage(MALFORMED);
        assertThat(peer.read(Http2FrameTypes.RST_STREAM).number(0)).isEqualTo((int) Http2Error.PROTOCOL_ERROR.code());
        peer.answer(5, "ok");
        assertThat(other.last()).isEqualTo("end ok");
        fixture.await(1, 1);
    }

    @Test
    void discardsContentInAnswerToHead() throws IOException {
        ResponseRecorder response = fixture.ask("HEAD");
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        peer.headers(stream, 0, ":status", "200", "content-length", "2");
        peer.data(stream, 0, "x");
        peer.data(stream, Http2Peer.END_STREAM, "y");
        assertThat(response.last()).isEqualTo("end ");
        ResponseRecorder unknown = fixture.ask("HEAD");
        stream = peer.readRequest();
        peer.headers(stream, 0, ":status", "200");
        peer.data(stream, Http2Peer.END_STREAM, "x");
        assertThat(unknown.last()).isEqualTo("end ");
        fixture.await(1, 1);
    }

    @Test
    void resetsTheStreamOfAResponseToHeadWithMoreContentThanAWindow() throws IOException {
        ResponseRecorder response = fixture.ask("HEAD");
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        peer.headers(stream, 0, ":status", "200");
        for (int sent = 0; sent <= FlowControlledContent.WINDOW; sent += 16_384) {
            peer.data(stream, 0, "x".repeat(16_384));
        }
        assertThat(response.failure()).hasMessage(MALFORMED);
        assertThat(peer.read(Http2FrameTypes.RST_STREAM).stream()).isEqualTo(stream);
        fixture.await(1, 1);
    }

    @Test
    void failsIfTheStreamIsReset() throws IOException {
        ResponseRecorder early = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.reset(peer.readRequest(), (int) Http2Error.INTERNAL_ERROR.code());
        assertThat(early.failure()).hasMessage(NO_RESPONSE);
        ResponseRecorder late = fixture.get();
        int stream = peer.readRequest();
        peer.headers(stream, 0, ":status", "200");
        peer.data(stream, 0, "ab");
        peer.reset(stream, (int) Http2Error.CANCEL.code());
        assertThat(late.failure()).hasMessage(BROKEN_OFF);
        fixture.await(1, 1);
    }

    @Test
    void sendsNoRequestAgainWhoseStreamIsReset() throws IOException {
        Http2Peer peer = fixture.used();
        for (Http2Error error : List.of(Http2Error.INTERNAL_ERROR, Http2Error.CANCEL, Http2Error.NO_ERROR)) {
            ResponseRecorder read = fixture.get();
            peer.reset(peer.readRequest(), (int) error.code());
            assertThat(read.failure()).hasMessage(NO_RESPONSE);
        }
        fixture.await(1, 1);
    }

    @Test
    void failsIfTheConnectionEndsBeforeTheStreams() throws IOException {
        ResponseRecorder first = fixture.get();
        ResponseRecorder second = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.readRequests(2);
        peer.headers(3, 0, ":status", "200");
        peer.data(3, 0, "ab");
        fixture.client.await(() -> first.content().length == 2);
        peer.connection().close();
        assertThat(first.failure()).hasMessage(BROKEN_OFF);
        assertThat(second.failure()).hasMessage(NO_RESPONSE);
        fixture.await(0, 0);
    }

    @Test
    void retriesOnlyIdempotentRequestUnansweredByReusedConnection() throws IOException {
        Http2Peer peer = fixture.used();
        ResponseRecorder read = fixture.get();
        ResponseRecorder write = fixture.ask("POST");
        peer.readRequests(2);
        peer.connection().close();
        assertThat(write.failure()).hasMessage(NO_RESPONSE);
        Http2Peer next = Http2Peer.accept(fixture.origin);
        next.answer(next.readRequest(), "again");
        assertThat(read.last()).isEqualTo("end again");
        fixture.await(1, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void retriesRefusedRequestOnlyOnce(String method) throws IOException {
        ResponseRecorder request = fixture.ask(method);
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.reset(peer.readRequest(), (int) Http2Error.REFUSED_STREAM.code());
        Http2Peer second = Http2Peer.accept(fixture.origin);
        second.reset(second.readRequest(), (int) Http2Error.REFUSED_STREAM.code());
        assertThat(request.failure()).hasMessage("The origin refused the request.");
        fixture.await(0, 0);
    }

    @Test
    void resendsContentOfRefusedRequest() throws IOException {
        ResponseRecorder request = fixture.post(4);
        fixture.send(request, "ab");
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        assertThat(peer.read(Http2FrameTypes.DATA).text()).isEqualTo("ab");
        peer.reset(stream, (int) Http2Error.REFUSED_STREAM.code());
        Http2Peer second = Http2Peer.accept(fixture.origin);
        stream = second.readRequest();
        fixture.send(request, "cd");
        assertThat(second.readContent()).isEqualTo("abcd");
        second.answer(stream, "ok");
        assertThat(request.last()).isEqualTo("end ok");
        fixture.await(1, 1);
    }

    @Test
    void resendsTrailersOfRefusedRequest() throws IOException {
        ResponseRecorder request = fixture.post(OriginRequest.CHUNKED);
        fixture.send(request, "ab");
        fixture.end(request, HeaderFields.of("X-A", "1"));
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        peer.readFields();
        peer.reset(stream, (int) Http2Error.REFUSED_STREAM.code());
        Http2Peer second = Http2Peer.accept(fixture.origin);
        stream = second.readRequest();
        assertThat(second.read(Http2FrameTypes.DATA).text()).isEqualTo("ab");
        assertThat(second.readFields()).containsExactly("x-a: 1");
        second.answer(stream, "ok");
        assertThat(request.last()).isEqualTo("end ok");
    }

    @Test
    void failsARefusedRequestWhoseContentIsTooLongToBeKept() throws IOException {
        ResponseRecorder request = fixture.post(100_000);
        fixture.send(request, "x".repeat(65_537));
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        peer.read(Http2FrameTypes.DATA);
        peer.reset(stream, (int) Http2Error.REFUSED_STREAM.code());
        assertThat(request.failure()).hasMessage("The origin refused the request.");
    }

    @Test
    void resendsRequestNotProcessedBeforeGoAway() throws IOException {
        ResponseRecorder first = fixture.ask("POST");
        ResponseRecorder second = fixture.ask("POST");
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.readRequests(2);
        peer.goAway(3);
        Http2Peer next = Http2Peer.accept(fixture.origin);
        next.answer(next.readRequest(), "second");
        assertThat(second.last()).isEqualTo("end second");
        ResponseRecorder third = fixture.get();
        next.answer(next.readRequest(), "third");
        assertThat(third.last()).isEqualTo("end third");
        peer.answer(3, "first");
        assertThat(first.last()).isEqualTo("end first");
        peer.awaitEnd();
        fixture.await(1, 1);
    }

    @Test
    void closesIdleConnectionOnGoAway() throws IOException {
        Http2Peer peer = fixture.used();
        peer.goAway(3);
        peer.awaitEnd();
        fixture.await(0, 0);
    }

    @Test
    void limitsInterimResponses() throws IOException {
        ResponseRecorder response = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        for (int i = 0; i < 9; i++) {
            peer.headers(stream, 0, ":status", "103");
        }
        assertThat(response.failure()).hasMessage("The origin sent too many interim responses.");
        fixture.await(1, 1);
    }
}
