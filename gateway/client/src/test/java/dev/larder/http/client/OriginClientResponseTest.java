package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.LoopbackOrigin.Peer;
import dev.larder.rfc9111.HeaderFields;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112 6.3, 7.1, 8 and 9.3: where a response ends, what answers no request, and what is repeated. */
@ParameterizedClass
@EnumSource(OriginTransport.class)
class OriginClientResponseTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final LoopbackOrigin origin = new LoopbackOrigin();
    private final OriginClientFixture client;

    OriginClientResponseTest(OriginTransport transport) {
        client = new OriginClientFixture(transport);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        origin.close();
    }

    private Peer used() throws IOException {
        ResponseRecorder first = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer(OK);
        first.last();
        return peer;
    }

    @ParameterizedTest
    @CsvSource({"ok, true", "o, false"})
    void headReportsWhetherWholeMessageHasArrived(String received, boolean atHand) throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\nX-A: 2\r\n\r\n" + received);
        assertThat(response.next()).isEqualTo("sending");
        assertThat(response.next()).isEqualTo("head 200" + (atHand ? " at hand" : ""));
        assertThat(response.response().fields().values("x-a")).containsExactly("1", "2");
        peer.send("ok".substring(received.length()));
        assertThat(response.next()).isEqualTo("end ok");
    }

    /** Whoever waits for it would wait for ever. */
    @Test
    void exceptionInEndOfListenerIsReportedAsFailure() throws IOException {
        var response = new ResponseRecorder(client.loop(0)) {
            @Override
            public void end(HeaderFields trailers) {
                throw new IllegalStateException("cannot be processed");
            }
        };
        client.ask(0, OriginClientFixture.request("GET", origin.address()), response);
        origin.accept().answer(OK);
        assertThat(response.last()).isEqualTo("failed cannot be processed");
        client.await(() -> client.client().idleConnections() == 1);
    }

    @Test
    void readsChunksAndTrailers() throws IOException {
        ResponseRecorder response = client.get(origin.address());
        origin.accept()
                .answer(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\nX-T: 1\r\n\r\n");
        response.next();
        assertThat(response.next()).isEqualTo("head 200 at hand");
        assertThat(response.next()).isEqualTo("trailer X-T: 1");
        assertThat(response.next()).isEqualTo("end abc");
        client.await(() -> client.client().idleConnections() == 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n",
                "HTTP/1.1 200 OK\r\nX: 1\r\n",
                "HTTP/1.1 20",
                "H"
            })
    void failsForATruncatedResponse(String truncated) throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer(truncated);
        peer.close();
        assertThat(response.failure()).isInstanceOf(IOException.class).hasMessage("The origin broke its response off.");
        assertThat(response.rest()).isEmpty();
        client.await(() -> client.client().openConnections() == 0);
    }

    @Test
    void connectionCloseEndsContentWithoutLength() throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer("HTTP/1.1 200 OK\r\n\r\nab");
        assertThat(response.next()).isEqualTo("sending");
        assertThat(response.next()).isEqualTo("head 200");
        peer.send("c");
        peer.close();
        assertThat(response.next()).isEqualTo("end abc");
        client.await(() -> client.client().openConnections() == 0);
    }

    @Test
    void doesNotTakeAResetForTheEndOfContent() throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer("HTTP/1.1 200 OK\r\n\r\nab");
        response.next();
        assertThat(response.next()).isEqualTo("head 200");
        peer.reset();
        assertThat(response.failure()).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource({"HEAD, 200", "GET, 204", "GET, 304"})
    void expectsNoContentForHead204And304(String method, int status) throws IOException {
        ResponseRecorder response = client.ask(OriginClientFixture.request(method, origin.address()));
        Peer peer = origin.accept();
        peer.answer("HTTP/1.1 " + status + " X\r\n" + (status == 204 ? "" : "Content-Length: 5\r\n") + "\r\n");
        assertThat(response.last()).isEqualTo("end ");
        ResponseRecorder next = client.get(origin.address());
        peer.answer(OK);
        assertThat(next.last()).isEqualTo("end ok");
    }

    @Test
    void deliversInterimResponsesBeforeTheFinalOne() throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200");
        response.next();
        assertThat(response.next()).isEqualTo("interim 100");
        assertThat(response.next()).isEqualTo("interim 103");
        peer.send(OK.substring("HTTP/1.1 200".length()));
        assertThat(response.last()).isEqualTo("end ok");
        client.await(() -> client.client().idleConnections() == 1);
    }

    @ParameterizedTest
    @CsvSource({"8, end ok", "9, failed The origin sent too many interim responses."})
    void limitsNumberOfInterimResponses(int count, String last) throws IOException {
        ResponseRecorder response = client.get(origin.address());
        origin.accept().answer("HTTP/1.1 102 Processing\r\n\r\n".repeat(count) + OK);
        assertThat(response.last()).isEqualTo(last);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 700 X\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX A: b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "gibberish\r\n\r\n"
            })
    void failsForAMalformedResponse(String malformed) throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer(malformed);
        assertThat(response.failure())
                .isInstanceOf(IOException.class)
                .hasMessage("The origin's response is malformed.");
        assertThat(peer.awaitEnd()).isEmpty();
    }

    @Test
    void failsForAHeadThatIsTooLong() throws IOException {
        ResponseRecorder response = client.get(origin.address());
        origin.accept().answer("HTTP/1.1 200 OK\r\nX: " + "x".repeat(9000) + "\r\n\r\n");
        assertThat(response.failure()).hasMessage("The origin's response has too many or too large fields.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "d\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL"})
    void closesAConnectionWithSurplusOctets(String surplus) throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer(OK + surplus);
        assertThat(response.last()).isEqualTo("end ok");

        ResponseRecorder next = client.get(origin.address());
        assertThat(peer.awaitEnd()).isEmpty();
        origin.accept().answer("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew");

        assertThat(next.last()).isEqualTo("end new");
    }

    @Test
    void closesIdleConnectionThatReceivesData() throws IOException {
        Peer peer = used();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL");
        assertThat(peer.awaitEnd()).isEmpty();
        client.await(() -> client.client().openConnections() == 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: x, Close\r\n\r\nok",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok"
            })
    void doesNotReuseConnectionOfCloseOrHttp10Response(String response) throws IOException {
        ResponseRecorder first = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer(response);
        assertThat(first.last()).isEqualTo("end ok");
        assertThat(peer.awaitEnd()).isEmpty();
    }

    @Test
    void retriesOnNewConnectionIfReusedOneClosesWithoutResponse() throws IOException {
        Peer peer = used();
        ResponseRecorder response = client.get(origin.address());
        peer.readHead();
        peer.close();
        Peer next = origin.accept();
        assertThat(next.answer(OK)).startsWith("GET / ");
        assertThat(response.next()).isEqualTo("sending");
        assertThat(response.next()).isEqualTo("sending");
        assertThat(response.last()).isEqualTo("end ok");
        assertThat(client.client().openConnections()).isEqualTo(1);
    }

    @Test
    void retriesRequestIfReusedConnectionIsReset() throws IOException {
        Peer peer = used();
        ResponseRecorder response = client.get(origin.address());
        peer.readHead();
        peer.reset();
        origin.accept().answer(OK);
        assertThat(response.last()).isEqualTo("end ok");
    }

    @Test
    void retriesRequestOnlyOnce() throws IOException {
        Peer peer = used();
        ResponseRecorder response = client.get(origin.address());
        peer.readHead();
        peer.close();
        Peer next = origin.accept();
        next.readHead();
        next.close();
        assertThat(response.failure()).hasMessage("The origin closed the connection before it responded.");
        client.await(() -> client.client().openConnections() == 0);
    }

    @Test
    void doesNotRetryAfterFirstOctetOfResponse() throws IOException {
        Peer peer = used();
        ResponseRecorder response = client.get(origin.address());
        peer.answer("H");
        peer.close();
        assertThat(response.failure()).hasMessage("The origin broke its response off.");
    }

    @Test
    void doesNotRetryRequestThatIsNotRepeatable() throws IOException {
        Peer peer = used();
        ResponseRecorder response = client.ask(
                new OriginRequest(origin.address(), "POST", "/", HeaderFields.of("Host", "a.test"), 0, false));
        peer.readHead();
        peer.close();
        assertThat(response.failure()).hasMessage("The origin closed the connection before it responded.");
    }

    @Test
    void doesNotRetryIfConnectionWasNew() throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.readHead();
        peer.close();
        assertThat(response.failure()).hasMessage("The origin closed the connection before it responded.");
    }

    @Test
    void waitsWithoutLimitIfListenerDoesNotLimitPauses() throws IOException {
        var response = new ResponseRecorder(client.loop(0)) {

            @Override
            public boolean hasIdleTimeout() {
                return false;
            }
        };
        response.on(() -> client.client()
                .ask(client.loop(0), OriginClientFixture.request("GET", origin.address()), new Object(), response));
        Peer peer = origin.accept();
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
        response.next();
        assertThat(response.next()).isEqualTo("head 200");
        client.advance(Duration.ofHours(1));
        peer.send("cde");
        assertThat(response.next()).isEqualTo("end abcde");
    }
}
