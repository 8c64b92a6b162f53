package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.Http2Peer.Frame;
import dev.larder.rfc9111.HeaderFields;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What must not stall: requests on a dead connection, without a connection, and beside uploads that an origin does not take. */
class Http2OriginStallTest {

    private static final Duration SILENCE = Duration.ofNanos(PingTimeout.SILENCE);
    private static final Duration ANSWER = Duration.ofNanos(PingTimeout.ANSWER);
    private static final int DEFAULT_WINDOW = 65_535;

    private Http2Fixture fixture = new Http2Fixture();

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private void limit(int connections) throws IOException {
        fixture.close();
        fixture = new Http2Fixture(
                OriginTransport.NIO,
                new OriginClientSettings.Pool(
                        connections, connections, 10, Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    /** Asks for something that the origin may take any time for. */
    private ResponseRecorder askPatiently(String method, long content) {
        return fixture.client.ask(new OriginRequest(
                fixture.address(),
                method,
                "/",
                HeaderFields.EMPTY,
                content,
                method.equals("GET"),
                Duration.ZERO,
                false));
    }

    @Test
    void closesAConnectionThatAnswersNoPing() throws IOException {
        Http2Peer peer = fixture.used();
        ResponseRecorder read = askPatiently("GET", 0);
        ResponseRecorder write = askPatiently("POST", 0);
        peer.readRequests(2);
        advance(peer, Duration.ofSeconds(1));
        fixture.advance(SILENCE);
        peer.read(Http2FrameTypes.PING);
        fixture.advance(ANSWER);
        assertThat(write.failure()).hasMessage("The origin closed the connection before it responded.");
        Http2Peer next = Http2Peer.accept(fixture.origin);
        next.answer(next.readRequest(), "again");
        assertThat(read.last()).isEqualTo("end again");
        fixture.await(1, 1);
    }

    @Test
    void keepsASilentConnectionThatAnswersPings() throws IOException {
        Http2Peer peer = fixture.used();
        ResponseRecorder read = askPatiently("GET", 0);
        int stream = peer.readRequest();
        for (int i = 0; i < 3; i++) {
            advance(peer, Duration.ofSeconds(1));
            fixture.advance(SILENCE);
            Frame ping = peer.read(Http2FrameTypes.PING);
            assertThat(ping.flags()).isZero();
            peer.send(Http2FrameTypes.PING, Http2Flags.ACK, 0, ping.payload());
        }
        peer.answer(stream, "late");
        assertThat(read.last()).isEqualTo("end late");
        fixture.await(1, 1);
    }

    @Test
    void failsOnlyTheRequestWhoseConnectionCannotBeOpened() throws IOException {
        ResponseRecorder first = fixture.get();
        ResponseRecorder second = fixture.get();
        ResponseRecorder third = fixture.get();
        fixture.origin.accept().close();
        assertThat(first.failure()).isInstanceOf(IOException.class);
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        for (int stream : peer.readRequests(2)) {
            peer.answer(stream, "ok");
        }
        assertThat(second.last()).isEqualTo("end ok");
        assertThat(third.last()).isEqualTo("end ok");
        fixture.await(1, 1);
    }

    @Test
    void failsRequestsThatWaitedForTwoFailedConnections() throws IOException {
        List<ResponseRecorder> requests = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            requests.add(fixture.get());
        }
        fixture.origin.accept().close();
        assertThat(requests.get(0).failure()).isInstanceOf(IOException.class);
        ResponseRecorder late = fixture.get();
        fixture.origin.accept().close();
        for (ResponseRecorder request : requests.subList(1, 4)) {
            assertThat(request.failure()).isInstanceOf(IOException.class);
        }
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.answer(peer.readRequest(), "ok");
        assertThat(late.last()).isEqualTo("end ok");
        fixture.await(1, 1);
    }

    @Test
    void failsAllRequestsThatHaveWaitedForTwoConnectionsWithoutSettings() throws IOException {
        List<ResponseRecorder> requests = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            requests.add(fixture.get());
        }
        for (int i = 0; i < 2; i++) {
            Http2Peer peer = Http2Peer.select(fixture.origin);
            peer.readRequest();
            peer.connection().close();
        }
        for (ResponseRecorder opener : requests.subList(0, 2)) {
            assertThat(opener.failure()).hasMessage("The origin closed the connection before it responded.");
        }
        for (ResponseRecorder request : requests.subList(2, 4)) {
            assertThat(request.failure()).hasMessage("The origin has told no settings.");
        }
        fixture.await(0, 0);
    }

    @Test
    void opensAConnectionForAnEventLoopThatHasNone() throws IOException {
        limit(1);
        ResponseRecorder first = fixture.client.get(0, fixture.address());
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.readRequest();
        ResponseRecorder neighbour = fixture.client.get(1, fixture.address());
        Http2Peer other = Http2Peer.accept(fixture.origin);
        other.answer(other.readRequest(), "neighbour");
        assertThat(neighbour.last()).isEqualTo("end neighbour");
        ResponseRecorder second = fixture.client.get(0, fixture.address());
        peer.answer(peer.readRequest(), "second");
        assertThat(second.last()).isEqualTo("end second");
        peer.answer(3, "first");
        assertThat(first.last()).isEqualTo("end first");
        fixture.await(2, 2);
    }

    @Test
    void opensConnectionForEventLoopThatWaitedForProtocolSelection() throws IOException {
        limit(1);
        ResponseRecorder first = fixture.client.get(0, fixture.address());
        ResponseRecorder neighbour = fixture.client.get(1, fixture.address());
        fixture.client.await(() -> fixture.client.client().waitingRequests() == 1);
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.readRequest();
        Http2Peer other = Http2Peer.accept(fixture.origin);
        other.answer(other.readRequest(), "neighbour");
        assertThat(neighbour.last()).isEqualTo("end neighbour");
        peer.answer(3, "first");
        assertThat(first.last()).isEqualTo("end first");
        fixture.await(2, 2);
    }

    @Test
    void keepsConnectionThatOtherEventLoopCouldNotReplace() throws IOException {
        limit(1);
        ResponseRecorder first = fixture.client.get(0, fixture.address());
        Http2Peer peer = Http2Peer.accept(fixture.origin, Http2Peer.MAX_CONCURRENT_STREAMS, 1);
        peer.readRequest();
        ResponseRecorder second = fixture.client.get(0, fixture.address());
        ResponseRecorder neighbour = fixture.client.get(1, fixture.address());
        Http2Peer other = Http2Peer.accept(fixture.origin);
        other.answer(other.readRequest(), "neighbour");
        assertThat(neighbour.last()).isEqualTo("end neighbour");
        ResponseRecorder next = fixture.client.get(1, fixture.address());
        other.answer(other.readRequest(), "next");
        assertThat(next.last()).isEqualTo("end next");
        peer.answer(3, "first");
        assertThat(first.last()).isEqualTo("end first");
        peer.answer(peer.readRequest(), "second");
        assertThat(second.last()).isEqualTo("end second");
        fixture.await(2, 2);
    }

    /** Returns an upload that has exhausted the window of its connection. */
    private ResponseRecorder exhaust(Http2Peer peer) throws IOException {
        ResponseRecorder upload = askPatiently("POST", 2 * DEFAULT_WINDOW);
        peer.readRequest();
        fixture.send(upload, "x".repeat(2 * DEFAULT_WINDOW));
        int received = 0;
        while (received < DEFAULT_WINDOW) {
            received += peer.read(Http2FrameTypes.DATA).payload().length;
        }
        return upload;
    }

    @Test
    void sendsContentOnOtherConnectionIfUploadIsStalled() throws IOException {
        Http2Peer peer = fixture.used();
        ResponseRecorder slow = exhaust(peer);
        ResponseRecorder upload = fixture.post(2);
        Http2Peer other = Http2Peer.accept(fixture.origin);
        int stream = other.readRequest();
        fixture.send(upload, "ab");
        assertThat(other.readContent()).isEqualTo("ab");
        other.answer(stream, "ok");
        assertThat(upload.last()).isEqualTo("end ok");
        ResponseRecorder read = fixture.get();
        peer.answer(peer.readRequest(), "read");
        assertThat(read.last()).isEqualTo("end read");
        peer.answer(5, "slow");
        assertThat(slow.last()).isEqualTo("end slow");
        fixture.await(2, 2);
    }

    @Test
    void failsARequestWhoseContentIsHeldUpByOthersForTooLong() throws IOException {
        Http2Peer peer = fixture.used();
        ResponseRecorder held = askPatiently("POST", 2);
        ResponseRecorder beginning = askPatiently("POST", 2);
        peer.readRequests(2);
        ResponseRecorder slow = exhaust(peer);
        fixture.send(held, "ab");
        for (int i = 0; i < 6; i++) {
            advance(peer, Duration.ofSeconds(8));
        }
        assertThat(held.failure()).isInstanceOf(ReadTimeoutException.class);
        peer.updateWindow(0, 2 * DEFAULT_WINDOW);
        peer.updateWindow(9, DEFAULT_WINDOW);
        assertThat(peer.readContent()).hasSize(DEFAULT_WINDOW);
        fixture.send(beginning, "cd");
        assertThat(peer.readContent()).isEqualTo("cd");
        peer.answer(9, "slow");
        assertThat(slow.last()).isEqualTo("end slow");
        peer.answer(7, "ok");
        assertThat(beginning.last()).isEqualTo("end ok");
    }

    @Test
    void doesNotFailUploadStalledByItsOwnContent() throws IOException {
        Http2Peer peer = fixture.used(Http2Peer.INITIAL_WINDOW_SIZE, 1_000_000);
        ResponseRecorder slow = exhaust(peer);
        for (int i = 0; i < 6; i++) {
            advance(peer, Duration.ofSeconds(8));
        }
        peer.updateWindow(0, DEFAULT_WINDOW);
        assertThat(peer.readContent()).hasSize(DEFAULT_WINDOW);
        peer.answer(5, "slow");
        assertThat(slow.last()).isEqualTo("end slow");
    }

    @Test
    void failsNoRequestWhoseContentIsSentSlowly() throws IOException {
        Http2Peer peer = fixture.used();
        ResponseRecorder held = askPatiently("POST", 20);
        int stream = peer.readRequest();
        ResponseRecorder slow = exhaust(peer);
        fixture.send(held, "x".repeat(20));
        for (int i = 0; i < 8; i++) {
            advance(peer, Duration.ofSeconds(8));
            peer.updateWindow(0, 1);
            assertThat(peer.read(Http2FrameTypes.DATA).stream()).isEqualTo(stream);
        }
        peer.updateWindow(0, 20);
        peer.readContent();
        peer.answer(stream, "ok");
        assertThat(held.last()).isEqualTo("end ok");
        slow.on(() -> slow.call().cancel());
    }

    /** Has the sweep see the current time: a request that is late by then fails. */
    private void advance(Http2Peer peer, Duration time) throws IOException {
        ResponseRecorder late = fixture.client.ask(new OriginRequest(
                fixture.address(), "GET", "/", HeaderFields.EMPTY, 0, false, Duration.ofSeconds(1), false));
        peer.readRequest();
        peer.ping();
        fixture.advance(time);
        assertThat(late.failure()).isInstanceOf(ReadTimeoutException.class);
    }
}
