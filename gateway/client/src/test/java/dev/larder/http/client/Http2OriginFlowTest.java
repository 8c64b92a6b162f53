package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.Http2Peer.Frame;
import dev.larder.rfc9111.HeaderFields;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Content in both directions, deadlines, cancellation, and how many streams and connections there are. */
class Http2OriginFlowTest {

    private static final int WINDOW = FlowControlledContent.WINDOW;
    private static final int FRAME = 16_384;
    private static final int DEFAULT_WINDOW = 65_535;

    private Http2Fixture fixture = new Http2Fixture();

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private void limit(int connections, int waiting, Duration idleTimeout, Duration ttl) throws IOException {
        fixture.close();
        fixture = new Http2Fixture(
                OriginTransport.NIO,
                new OriginClientSettings.Pool(
                        connections, connections, waiting, Duration.ofSeconds(5), idleTimeout, ttl));
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

    @Test
    void allowsNoMoreContentThanAWindowWhileTheClientDoesNotRead() throws IOException {
        ResponseRecorder slow = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        slow.on(() -> slow.call().pause());
        peer.headers(stream, 0, ":status", "200");
        for (int i = 0; i < 2 * WINDOW / FRAME; i++) {
            peer.data(stream, 0, "x".repeat(FRAME));
            if (i == WINDOW / FRAME - 1) {
                ResponseRecorder other = fixture.get();
                peer.answer(peer.readRequest(), "ok");
                assertThat(other.last()).isEqualTo("end ok");
                assertThat(slow.content()).isEmpty();
                slow.on(() -> slow.call().resume());
                Frame update = peer.read(Http2FrameTypes.WINDOW_UPDATE);
                while (update.stream() != stream) {
                    update = peer.read(Http2FrameTypes.WINDOW_UPDATE);
                }
                assertThat(update.number(0)).isGreaterThanOrEqualTo(WINDOW / 2);
            }
        }
        peer.data(stream, Http2Peer.END_STREAM, "");
        assertThat(slow.last()).isEqualTo("end " + 2 * WINDOW + " octets");
        fixture.await(1, 1);
    }

    @Test
    void sendsNoMoreContentThanTheOriginAllows() throws IOException {
        ResponseRecorder request = fixture.post(100_000);
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        fixture.send(request, "x".repeat(100_000));
        request.on(() -> assertThat(request.call().isWritable()).isFalse());
        int received = 0;
        while (received < DEFAULT_WINDOW) {
            received += peer.read(Http2FrameTypes.DATA).payload().length;
        }
        assertThat(received).isEqualTo(DEFAULT_WINDOW);
        peer.updateWindow(0, 100_000);
        peer.updateWindow(stream, 100_000);
        assertThat(peer.readContent()).hasSize(100_000 - DEFAULT_WINDOW);
        peer.answer(stream, "ok");
        assertThat(request.last()).isEqualTo("end ok");
    }

    @Test
    void tellsWhenMoreContentCanBeSent() throws IOException {
        ResponseRecorder request = fixture.post(200_000);
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        fixture.send(request, "x".repeat(100_000));
        assertThat(request.next()).isEqualTo("sending");
        assertThat(request.next()).isEqualTo("writable");
        peer.updateWindow(0, 200_000);
        peer.updateWindow(stream, 200_000);
        assertThat(request.next()).isEqualTo("writable");
        fixture.send(request, "x".repeat(100_000));
        assertThat(peer.readContent()).hasSize(200_000);
        peer.answer(stream, "ok");
        assertThat(request.last()).isEqualTo("end ok");
    }

    @Test
    void resetsOnlyStreamOfCancelledRequest() throws IOException {
        ResponseRecorder cancelled = fixture.get();
        ResponseRecorder other = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.readRequests(2);
        peer.headers(3, 0, ":status", "200");
        assertThat(cancelled.next()).isEqualTo("sending");
        assertThat(cancelled.next()).startsWith("head 200");
        cancelled.on(() -> cancelled.call().cancel());
        Frame reset = peer.read(Http2FrameTypes.RST_STREAM);
        assertThat(reset.stream()).isEqualTo(3);
        assertThat(reset.number(0)).isEqualTo((int) Http2Error.CANCEL.code());
        peer.answer(5, "ok");
        assertThat(other.last()).isEqualTo("end ok");
        fixture.await(1, 1);
    }

    @Test
    void keepsTheConnectionOfRequestsThatWereCancelledBeforeItWasOpen() throws IOException {
        ResponseRecorder first = fixture.get();
        ResponseRecorder second = fixture.get();
        first.on(() -> first.call().cancel());
        second.on(() -> second.call().cancel());
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        fixture.await(1, 1);
        ResponseRecorder third = fixture.get();
        peer.answer(peer.readRequest(), "ok");
        assertThat(third.last()).isEqualTo("end ok");
    }

    @Test
    void stopsAnUploadWhoseResponseHasEnded() throws IOException {
        ResponseRecorder request = fixture.post(100);
        fixture.send(request, "x");
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        int stream = peer.readRequest();
        peer.answer(stream, "enough");
        assertThat(request.last()).isEqualTo("end enough");
        assertThat(peer.read(Http2FrameTypes.RST_STREAM).stream()).isEqualTo(stream);
        fixture.send(request, "late");
        fixture.await(1, 1);
    }

    @Test
    void failsIfContentDiffersFromItsAnnouncedLength() throws IOException {
        ResponseRecorder more = fixture.post(1);
        fixture.send(more, "ab");
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        assertThat(more.failure()).isInstanceOf(IllegalStateException.class);
        assertThat(peer.read(Http2FrameTypes.RST_STREAM).stream()).isEqualTo(3);
        ResponseRecorder less = fixture.post(2);
        fixture.send(less, "a");
        fixture.end(less, HeaderFields.EMPTY);
        assertThat(less.failure()).isInstanceOf(IllegalStateException.class);
        assertThat(peer.read(Http2FrameTypes.RST_STREAM).stream()).isEqualTo(5);
        fixture.await(1, 1);
    }

    @Test
    void limitsTimeToResponseHeadPerStream() throws IOException {
        ResponseRecorder late = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        assertThat(peer.readRequest()).isEqualTo(3);
        advance(peer, Duration.ofSeconds(6));
        ResponseRecorder later = fixture.get();
        int stream = peer.readRequest();
        advance(peer, Duration.ofSeconds(4));
        assertThat(late.failure()).isInstanceOf(ReadTimeoutException.class);
        peer.answer(stream, "ok");
        assertThat(later.last()).isEqualTo("end ok");
    }

    @Test
    void limitsPausesOfContentUnlessClientPauses() throws IOException {
        ResponseRecorder paused = fixture.get();
        ResponseRecorder late = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.readRequests(2);
        paused.on(() -> paused.call().pause());
        peer.headers(3, 0, ":status", "200");
        peer.headers(5, 0, ":status", "200");
        assertThat(late.next()).isEqualTo("sending");
        assertThat(late.next()).startsWith("head");
        assertThat(paused.next()).isEqualTo("sending");
        assertThat(paused.next()).startsWith("head");
        advance(peer, Duration.ofSeconds(10));
        assertThat(late.failure()).isInstanceOf(ReadTimeoutException.class);
        paused.on(() -> paused.call().resume());
        peer.data(3, Http2Peer.END_STREAM, "ok");
        assertThat(paused.last()).isEqualTo("end ok");
    }

    @Test
    void doesNotUseAConnectionAgainThatHasBeenSilentForATimeout() throws IOException {
        ResponseRecorder late = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.answer(peer.readRequest(), "x");
        late.last();
        ResponseRecorder silent = fixture.get();
        peer.readRequest();
        fixture.advance(Duration.ofSeconds(10));
        assertThat(silent.failure()).isInstanceOf(ReadTimeoutException.class);
        ResponseRecorder next = fixture.get();
        Http2Peer other = Http2Peer.accept(fixture.origin);
        other.answer(other.readRequest(), "ok");
        assertThat(next.last()).isEqualTo("end ok");
        peer.awaitEnd();
        fixture.await(1, 1);
    }

    @Test
    void opensAnotherConnectionIfTheOriginAllowsNoMoreStreams() throws IOException {
        limit(2, 10, Duration.ZERO, Duration.ZERO);
        ResponseRecorder first = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin, Http2Peer.MAX_CONCURRENT_STREAMS, 1);
        peer.readRequest();
        ResponseRecorder second = fixture.get();
        Http2Peer other = Http2Peer.accept(fixture.origin, Http2Peer.MAX_CONCURRENT_STREAMS, 1);
        other.readRequest();
        ResponseRecorder third = fixture.get();
        assertThat(fixture.client.client().waitingRequests()).isEqualTo(1);
        other.answer(3, "second");
        assertThat(second.last()).isEqualTo("end second");
        assertThat(other.readRequest()).isEqualTo(5);
        other.answer(5, "third");
        assertThat(third.last()).isEqualTo("end third");
        peer.answer(3, "first");
        assertThat(first.last()).isEqualTo("end first");
        fixture.await(2, 2);
    }

    @Test
    void limitsNumberAndTimeOfWaitingRequests() throws IOException {
        limit(1, 1, Duration.ZERO, Duration.ZERO);
        ResponseRecorder first = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin, Http2Peer.MAX_CONCURRENT_STREAMS, 1);
        peer.readRequest();
        ResponseRecorder second = fixture.get();
        ResponseRecorder third = fixture.get();
        assertThat(third.failure()).isInstanceOf(OriginBusyException.class);
        fixture.advance(Duration.ofSeconds(5));
        assertThat(second.failure()).isInstanceOf(OriginBusyException.class);
        peer.answer(3, "first");
        assertThat(first.last()).isEqualTo("end first");
        fixture.await(1, 1);
    }

    @Test
    void closesConnectionsThatAreIdleForTooLong() throws IOException {
        limit(1, 1, Duration.ofSeconds(30), Duration.ZERO);
        ResponseRecorder first = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.answer(peer.readRequest(), "first");
        first.last();
        fixture.await(1, 1);
        fixture.advance(Duration.ofSeconds(30));
        peer.awaitEnd();
        fixture.await(0, 0);
    }

    @Test
    void putsNoRequestOnAConnectionThatIsOpenForTooLong() throws IOException {
        limit(2, 1, Duration.ZERO, Duration.ofSeconds(5));
        ResponseRecorder first = fixture.get();
        Http2Peer peer = Http2Peer.accept(fixture.origin);
        peer.readRequest();
        fixture.advance(Duration.ofSeconds(5));
        ResponseRecorder second = fixture.get();
        Http2Peer other = Http2Peer.accept(fixture.origin);
        other.answer(other.readRequest(), "second");
        assertThat(second.last()).isEqualTo("end second");
        peer.answer(3, "first");
        assertThat(first.last()).isEqualTo("end first");
        peer.awaitEnd();
        fixture.await(1, 1);
    }
}
