package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.Http2Peer.Frame;
import dev.larder.rfc9111.HeaderFields;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.io.IOException;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** RFC 9113 3.2 and 8: origins that select HTTP/2 when TLS is agreed on. */
@ParameterizedClass
@EnumSource(OriginTransport.class)
class Http2OriginTest {

    private final Http2Fixture fixture;

    Http2OriginTest(OriginTransport transport) {
        fixture = new Http2Fixture(transport, OriginClientFixture.POOL);
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    @Test
    void speaksHttp2ToAnOriginThatSelectsIt() throws IOException {
        ResponseRecorder response = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        peer.headers(stream, 0, ":status", "200", "content-length", "2", "x-a", "1", "x-a", "2");
        peer.data(stream, Http2Peer.END_STREAM, "ok");
        assertThat(response.last()).isEqualTo("end ok");
        assertThat(response.response().status()).isEqualTo(200);
        assertThat(response.response().fields().values("X-A")).containsExactly("1", "2");
        fixture.await(1, 1);
    }

    @Test
    void speaksHttp1ToAnOriginThatSelectsIt() throws IOException {
        ResponseRecorder response = fixture.get();
        LoopbackOrigin.Peer peer = fixture.origin.accept();
        var socket = (SSLSocket) peer.socket();
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        socket.setSSLParameters(parameters);
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(response.last()).isEqualTo("end ok");
        fixture.await(1, 1);
    }

    @Test
    void speaksHttp1ToAnOriginThatSelectsNothing() throws IOException {
        ResponseRecorder first = fixture.get();
        ResponseRecorder second = fixture.get();
        LoopbackOrigin.Peer peer = fixture.origin.accept();
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
        assertThat(first.last()).isEqualTo("end first");
        LoopbackOrigin.Peer other = fixture.origin.accept();
        other.answer("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond");
        assertThat(second.last()).isEqualTo("end second");
        fixture.await(2, 2);
    }

    @Test
    void sendsRequestsOnOneConnectionAtTheSameTime() throws IOException {
        ResponseRecorder first = fixture.get();
        ResponseRecorder second = fixture.get();
        assertThat(fixture.client.client().waitingRequests()).isEqualTo(1);
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        List<Integer> streams = peer.readRequests(2);
        assertThat(streams).containsExactly(3, 5);
        fixture.await(1, 0);
        peer.answer(5, "second");
        assertThat(second.last()).isEqualTo("end second");
        peer.answer(3, "first");
        assertThat(first.last()).isEqualTo("end first");
        fixture.await(1, 1);
    }

    @Test
    void translatesTheHeadOfARequest() throws IOException {
        HeaderFields fields = HeaderFields.of(
                "Host",
                "www.example",
                "X-Upper",
                " a ",
                "Connection",
                "close",
                "Keep-Alive",
                "1",
                "TE",
                "gzip",
                "Proxy-Connection",
                "x",
                "Transfer-Encoding",
                "chunked",
                "Upgrade",
                "h2c",
                "Cookie",
                "a=b");
        fixture.client.ask(fixture.request("DELETE", 0, fields));
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        Frame head = peer.read(Http2FrameTypes.HEADERS);
        assertThat(head.endsStream()).isTrue();
        assertThat(peer.fields(head))
                .containsExactly(
                        ":method: DELETE",
                        ":scheme: https",
                        ":authority: www.example",
                        ":path: /path?a=b",
                        "x-upper: a",
                        "cookie: a=b");
    }

    @Test
    void sendsOriginAsAuthorityIfRequestHasNoHost() throws IOException {
        fixture.client.ask(fixture.request("GET", 0, HeaderFields.of("TE", "trailers")));
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        assertThat(peer.readFields()).contains(":authority: origin.test:" + fixture.origin.port(), "te: trailers");
    }

    @Test
    void refusesAMalformedRequest() throws IOException {
        ResponseRecorder first = fixture.client.ask(fixture.request("GET", 0, HeaderFields.of(":path", "/other")));
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        assertThat(first.failure()).isInstanceOf(IllegalArgumentException.class);
        ResponseRecorder second = fixture.get();
        int stream = peer.readRequest();
        peer.answer(stream, "ok");
        assertThat(second.last()).isEqualTo("end ok");
        assertThat(fixture.client
                        .ask(fixture.request("GET", 0, HeaderFields.of("Host", "a", "Host", "b")))
                        .failure())
                .isInstanceOf(IllegalArgumentException.class);
        fixture.await(1, 1);
    }

    @Test
    void sendsContentOfAnAnnouncedLength() throws IOException {
        ResponseRecorder request =
                fixture.client.ask(fixture.request("POST", 5, HeaderFields.of("Content-Length", "5")));
        fixture.send(request, "ab");
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        Frame head = peer.read(Http2FrameTypes.HEADERS);
        assertThat(head.endsStream()).isFalse();
        assertThat(peer.fields(head)).contains("content-length: 5");
        fixture.send(request, "cde");
        fixture.end(request, HeaderFields.EMPTY);
        assertThat(peer.readContent()).isEqualTo("abcde");
        peer.answer(head.stream(), "ok");
        assertThat(request.last()).isEqualTo("end ok");
        fixture.await(1, 1);
    }

    @Test
    void sendsContentOfUnknownLengthAndTrailers() throws IOException {
        ResponseRecorder request = fixture.post(OriginRequest.CHUNKED);
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        fixture.send(request, "abc");
        fixture.end(request, HeaderFields.of("X-Sum", "1"));
        assertThat(peer.read(Http2FrameTypes.DATA).text()).isEqualTo("abc");
        Frame trailers = peer.read(Http2FrameTypes.HEADERS);
        assertThat(trailers.endsStream()).isTrue();
        assertThat(peer.fields(trailers)).containsExactly("x-sum: 1");
        peer.answer(stream, "ok");
        assertThat(request.last()).isEqualTo("end ok");
        ResponseRecorder other = fixture.post(OriginRequest.CHUNKED);
        fixture.end(other, HeaderFields.EMPTY);
        stream = peer.readRequest();
        assertThat(peer.readContent()).isEmpty();
        peer.answer(stream, "ok");
        assertThat(other.last()).isEqualTo("end ok");
    }

    @Test
    void receivesInterimResponsesAndTrailers() throws IOException {
        ResponseRecorder response = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        peer.headers(stream, 0, ":status", "103", "link", "</a>");
        peer.headers(stream, 0, ":status", "200");
        peer.data(stream, 0, "ok");
        peer.headers(stream, Http2Peer.END_STREAM, "x-sum", "1");
        assertThat(response.next()).isEqualTo("sending");
        assertThat(response.next()).isEqualTo("interim 103");
        assertThat(response.next()).startsWith("head 200");
        assertThat(response.next()).isEqualTo("trailer x-sum: 1");
        assertThat(response.next()).isEqualTo("end ok");
        fixture.await(1, 1);
    }

    @Test
    void receivesResponsesWithoutContent() throws IOException {
        ResponseRecorder head = fixture.ask("HEAD");
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        peer.headers(stream, Http2Peer.END_STREAM, ":status", "200", "content-length", "10");
        assertThat(head.next()).isEqualTo("sending");
        assertThat(head.next()).isEqualTo("head 200 at hand");
        assertThat(head.next()).isEqualTo("end ");
        for (String status : List.of("204", "304")) {
            ResponseRecorder response = fixture.get();
            peer.headers(peer.readRequest(), Http2Peer.END_STREAM, ":status", status, "content-length", "10");
            assertThat(response.last()).isEqualTo("end ");
        }
        ResponseRecorder late = fixture.ask("HEAD");
        stream = peer.readRequest();
        peer.headers(stream, 0, ":status", "200");
        peer.data(stream, Http2Peer.END_STREAM, "");
        assertThat(late.last()).isEqualTo("end ");
        fixture.await(1, 1);
    }
}
