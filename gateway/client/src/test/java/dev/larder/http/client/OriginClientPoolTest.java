package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.http.client.LoopbackOrigin.Peer;
import dev.larder.rfc9111.HeaderFields;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Which connection carries a request (RFC 9112 9.3), and which requests wait for one. */
@ParameterizedClass
@EnumSource(OriginTransport.class)
class OriginClientPoolTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    /** Octets that Netty reads at most from a new connection at first. */
    private static final int FIRST_READ = 2048;

    private final LoopbackOrigin origin = new LoopbackOrigin();
    private final OriginTransport transport;
    private OriginClientFixture client;

    OriginClientPoolTest(OriginTransport transport) {
        this.transport = transport;
        client = new OriginClientFixture(transport);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        origin.close();
    }

    /** Starts with other limits: of connections, of waiting requests, and of the time that a connection stays idle. */
    private void restart(int maxConnections, int maxWaiting, Duration idleTimeout) {
        restart(maxConnections, maxConnections, maxWaiting, idleTimeout);
    }

    private void restart(int maxConnections, int clientShare, int maxWaiting, Duration idleTimeout) {
        client.close();
        client = new OriginClientFixture(
                transport,
                new OriginClientSettings.Pool(
                        maxConnections,
                        clientShare,
                        maxWaiting,
                        Duration.ofSeconds(5),
                        idleTimeout,
                        Duration.ofHours(1)));
    }

    private ResponseRecorder getFor(Object owner, int loop) {
        return client.ask(
                loop,
                OriginClientFixture.request("GET", origin.address()),
                owner,
                new ResponseRecorder(client.loop(loop)));
    }

    /** One client has all that it may have of four connections; returns the peer of its first one. */
    private Peer occupy(ResponseRecorder[] begun) throws IOException {
        restart(4, 1, 10, Duration.ZERO);
        begun[0] = getFor("one", 0);
        Peer first = origin.accept();
        begun[1] = getFor("one", 1);
        origin.accept();
        begun[2] = getFor("one", 1);
        origin.accept();
        return first;
    }

    @Test
    void reservesConnectionForOtherClientWhenOneHasUsedItsShare() throws IOException {
        var begun = new ResponseRecorder[3];
        Peer first = occupy(begun);
        ResponseRecorder waiting = getFor("one", 0);
        ResponseRecorder other = getFor("other", 1);
        Peer kept = origin.accept();
        kept.answer(OK);
        assertThat(other.last()).isEqualTo("end ok");
        assertThat(client.client().waitingRequests()).isEqualTo(1);
        first.answer(OK);
        first.answer(OK);
        assertThat(waiting.last()).isEqualTo("end ok");
        assertThat(begun[1].rest()).containsExactly("sending");
    }

    @Test
    void cancelledRequestsFreeTheirPlaceForNextRequest() throws IOException {
        var begun = new ResponseRecorder[3];
        occupy(begun);
        ResponseRecorder gone = getFor("one", 0);
        ResponseRecorder next = getFor("one", 1);
        gone.on(() -> gone.call().cancel());
        assertThat(client.client().waitingRequests()).isEqualTo(1);
        begun[0].on(() -> begun[0].call().cancel());
        origin.accept().answer(OK);
        assertThat(next.last()).isEqualTo("end ok");
        assertThat(gone.rest()).isEmpty();
    }

    @Test
    void failsRequestThatWaitsTooLongForItsShare() throws IOException {
        occupy(new ResponseRecorder[3]);
        ResponseRecorder late = getFor("one", 0);
        client.advance(Duration.ofSeconds(5));
        assertThat(late.failure()).isInstanceOf(OriginBusyException.class);
        assertThat(client.client().waitingRequests()).isZero();
    }

    @Test
    void sendsTheNextRequestOnTheSameConnection() throws IOException {
        ResponseRecorder first = client.get(origin.address());
        Peer peer = origin.accept();
        assertThat(peer.answer(OK)).isEqualTo("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
        assertThat(first.last()).isEqualTo("end ok");

        ResponseRecorder second = client.get(origin.address());
        peer.answer(OK);

        assertThat(second.last()).isEqualTo("end ok");
        assertThat(client.client().openConnections()).isEqualTo(1);
        client.await(() -> client.client().idleConnections() == 1);
    }

    @Test
    void usesTheConnectionThatWasUsedLast() throws IOException {
        ResponseRecorder first = client.get(origin.address());
        Peer older = origin.accept();
        ResponseRecorder second = client.get(origin.address());
        Peer newer = origin.accept();
        older.answer(OK);
        first.last();
        newer.answer(OK);
        second.last();

        ResponseRecorder third = client.get(origin.address());
        newer.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nnewer");

        assertThat(third.last()).isEqualTo("end newer");
    }

    @Test
    void listenerMaySendNextRequestWhenResponseEnds() throws IOException {
        var next = new ResponseRecorder(client.loop(0));
        var first = new ResponseRecorder(client.loop(0)) {
            @Override
            public void end(HeaderFields trailers) {
                next.asked(client.client()
                        .ask(client.loop(0), OriginClientFixture.request("GET", origin.address()), new Object(), next));
            }
        };
        client.ask(0, OriginClientFixture.request("GET", origin.address()), first);
        origin.accept().answer(OK);
        origin.accept().answer(OK);
        assertThat(next.last()).isEqualTo("end ok");
    }

    @Test
    void keepsTheConnectionsOfOriginsApart() throws IOException {
        try (var other = new LoopbackOrigin()) {
            ResponseRecorder first = client.get(origin.address());
            origin.accept().answer(OK);
            first.last();
            ResponseRecorder second = client.get(other.address());
            other.accept().answer(OK);
            assertThat(second.last()).isEqualTo("end ok");
        }
    }

    @Test
    void letsARequestWaitWhileNoMoreConnectionsMayBeOpened() throws IOException {
        restart(1, 10, Duration.ZERO);
        ResponseRecorder first = client.get(origin.address());
        Peer peer = origin.accept();
        ResponseRecorder second = client.get(origin.address());
        assertThat(second.rest()).isEmpty();
        assertThat(second.call().isWritable()).isFalse();
        assertThat(client.client().waitingRequests()).isEqualTo(1);

        peer.answer(OK);
        first.last();
        peer.answer(OK);

        assertThat(second.last()).isEqualTo("end ok");
        assertThat(client.client().waitingRequests()).isZero();
    }

    /** The response fills the buffer of the first read: it ends before the surplus octets are seen. */
    @Test
    void doesNotReadSurplusOctetsAsTheResponseToAWaitingRequest() throws IOException {
        restart(1, 10, Duration.ZERO);
        ResponseRecorder first = client.get(origin.address());
        Peer peer = origin.accept();
        ResponseRecorder second = client.get(origin.address());
        String head = "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\nX: ";
        String padding = "x".repeat(FIRST_READ - head.length() - "\r\n\r\n".length() - 2000);
        peer.answer(
                head + padding + "\r\n\r\n" + "c".repeat(2000) + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL");
        assertThat(first.last()).isEqualTo("end 2000 octets");
        origin.accept().answer(OK);
        assertThat(second.last()).isEqualTo("end ok");
    }

    @Test
    void opensNewConnectionForWaitingRequestIfPreviousOneCloses() throws IOException {
        restart(1, 10, Duration.ZERO);
        ResponseRecorder first = client.get(origin.address());
        Peer peer = origin.accept();
        ResponseRecorder second = client.get(origin.address());
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
        first.last();

        origin.accept().answer(OK);

        assertThat(second.last()).isEqualTo("end ok");
    }

    @Test
    void refusesARequestIfTooManyWait() throws IOException {
        restart(1, 1, Duration.ZERO);
        client.get(origin.address());
        client.get(origin.address());
        Throwable failure = client.get(origin.address()).failure();
        assertThat(failure).isInstanceOf(OriginBusyException.class);
    }

    @Test
    void refusesARequestThatHasWaitedForTooLong() throws IOException {
        restart(1, 10, Duration.ZERO);
        client.get(origin.address());
        ResponseRecorder waiting = client.get(origin.address());
        client.advance(Duration.ofSeconds(5));
        assertThat(waiting.failure()).isInstanceOf(OriginBusyException.class);
        assertThat(client.client().waitingRequests()).isZero();
    }

    @Test
    void forgetsAWaitingRequestThatIsCancelled() throws IOException {
        restart(1, 10, Duration.ZERO);
        ResponseRecorder first = client.get(origin.address());
        Peer peer = origin.accept();
        ResponseRecorder cancelled = client.get(origin.address());
        ResponseRecorder third = client.get(origin.address());
        cancelled.on(cancelled.call()::cancel);
        assertThat(client.client().waitingRequests()).isEqualTo(1);

        peer.answer(OK);
        first.last();
        peer.answer(OK);

        assertThat(third.last()).isEqualTo("end ok");
        assertThat(cancelled.rest()).isEmpty();
    }

    @Test
    void closesIdleConnectionIfOtherEventLoopNeedsOne() throws IOException {
        restart(1, 10, Duration.ZERO);
        ResponseRecorder first = client.get(0, origin.address());
        Peer idle = origin.accept();
        idle.answer(OK);
        first.last();

        ResponseRecorder second = client.get(1, origin.address());
        origin.accept().answer(OK);

        assertThat(second.last()).isEqualTo("end ok");
        assertThat(idle.awaitEnd()).isEmpty();
        assertThat(client.client().openConnections()).isEqualTo(1);
    }

    @Test
    void givesConnectionPlaceToEventLoopWithoutConnection() throws IOException {
        restart(1, 10, Duration.ZERO);
        ResponseRecorder first = client.get(0, origin.address());
        Peer busy = origin.accept();
        ResponseRecorder own = client.get(0, origin.address());
        ResponseRecorder other = client.get(1, origin.address());

        busy.answer(OK);
        first.last();
        Peer next = origin.accept();
        next.answer(OK);
        assertThat(other.last()).isEqualTo("end ok");
        origin.accept().answer(OK);

        assertThat(own.last()).isEqualTo("end ok");
    }

    @Test
    void closesAConnectionThatIsIdleForTooLong() throws IOException {
        restart(10, 10, Duration.ofMinutes(1));
        ResponseRecorder first = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer(OK);
        first.last();
        client.advance(Duration.ofMinutes(1));
        assertThat(peer.awaitEnd()).isEmpty();
        client.await(() -> client.client().openConnections() == 0);
    }

    @Test
    void doesNotUseAConnectionAgainThatIsTooOld() throws IOException {
        restart(10, 10, Duration.ZERO);
        ResponseRecorder first = client.ask(
                new OriginRequest(origin.address(), "GET", "/", HeaderFields.EMPTY, 0, true, Duration.ZERO, false));
        Peer peer = origin.accept();
        client.advance(Duration.ofHours(1));
        peer.answer(OK);
        first.last();
        assertThat(peer.awaitEnd()).isEmpty();
    }

    @Test
    void failsIfOriginRefusesConnection() throws IOException {
        restart(1, 10, Duration.ZERO);
        int port = origin.port();
        origin.close();
        ResponseRecorder first = client.get(new OriginAddress(false, "127.0.0.1", port));
        ResponseRecorder second = client.get(new OriginAddress(false, "127.0.0.1", port));
        assertThat(first.failure()).isInstanceOf(ConnectException.class);
        assertThat(second.failure()).isInstanceOf(ConnectException.class);
    }

    @Test
    void resolvesHostNamesAndFailsForUnknownOnes() throws IOException {
        ResponseRecorder named = client.get(new OriginAddress(false, "origin.test", origin.port()));
        origin.accept().answer(OK);
        assertThat(named.last()).isEqualTo("end ok");
        ResponseRecorder local = client.get(new OriginAddress(false, "localhost", origin.port()));
        origin.accept().answer(OK);
        assertThat(local.last()).isEqualTo("end ok");
        assertThat(client.get(new OriginAddress(false, "nowhere", 80)).failure())
                .isInstanceOf(UnknownHostException.class);
        client.await(() -> client.client().openConnections() == 2);
    }

    @Test
    void sendsNothingIfListenerThrowsBeforeSending() throws IOException {
        ResponseRecorder first = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer(OK);
        first.last();
        var prevented = new ResponseRecorder(client.loop(0)) {
            @Override
            public void sending() {
                throw new IllegalArgumentException("not any more");
            }
        };
        client.ask(0, OriginClientFixture.request("GET", origin.address()), prevented);
        assertThat(prevented.failure()).hasMessage("not any more");

        ResponseRecorder next = client.get(origin.address());
        peer.answer(OK);

        assertThat(next.last()).isEqualTo("end ok");
    }

    @Test
    void rejectsCallsOutsideEventLoop() {
        assertThatThrownBy(() -> client.client()
                        .ask(
                                client.loop(0),
                                OriginClientFixture.request("GET", origin.address()),
                                new Object(),
                                new ResponseRecorder(client.loop(0))))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void failsAllRequestsWhenItIsClosed() throws IOException {
        restart(1, 10, Duration.ZERO);
        ResponseRecorder running = client.get(origin.address());
        origin.accept().readHead();
        ResponseRecorder waiting = client.get(origin.address());
        client.client().close();
        assertThat(running.failure()).isInstanceOf(IOException.class);
        assertThat(waiting.failure()).isInstanceOf(IOException.class);
        assertThat(client.get(1, origin.address()).failure()).hasMessage("The client of the origin is closed.");
    }
}
