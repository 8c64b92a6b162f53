package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.LoopbackOrigin.Peer;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content in both directions, its pauses and deadlines, and cancellation. */
@ParameterizedClass
@EnumSource(OriginTransport.class)
class OriginClientFlowTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final int LARGE = 10_000_000;
    private static final long HELD_BACK_AT_MOST = 2_000_000;

    private final LoopbackOrigin origin = new LoopbackOrigin();
    private final OriginClientFixture client;

    OriginClientFlowTest(OriginTransport transport) {
        client = new OriginClientFixture(transport);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        origin.close();
    }

    private OriginRequest post(long content) {
        String framing = content < 0 ? "Transfer-Encoding" : "Content-Length";
        HeaderFields fields = HeaderFields.of(framing, content < 0 ? "chunked" : Long.toString(content));
        return new OriginRequest(origin.address(), "POST", "/", fields, content, true);
    }

    private void send(ResponseRecorder request, String content) {
        request.on(() ->
                request.call().send(client.allocator().buffer().writeBytes(content.getBytes(StandardCharsets.UTF_8))));
    }

    private void end(ResponseRecorder request, HeaderFields trailers) {
        request.on(() -> request.call().sendLast(trailers));
    }

    @Test
    void sendsContentOfAnAnnouncedLength() throws IOException {
        ResponseRecorder request = client.ask(post(5));
        send(request, "ab");
        send(request, "");
        Peer peer = origin.accept();
        assertThat(peer.readHead()).isEqualTo("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n");
        assertThat(request.next()).isEqualTo("sending");
        assertThat(request.next()).isEqualTo("writable");
        send(request, "cde");
        end(request, HeaderFields.EMPTY);
        assertThat(peer.read(5)).isEqualTo("abcde");
        peer.send(OK);
        assertThat(request.last()).isEqualTo("end ok");
        client.await(() -> client.client().idleConnections() == 1);
    }

    @Test
    void sendsChunksAndTrailers() throws IOException {
        ResponseRecorder request = client.ask(post(OriginRequest.CHUNKED));
        send(request, "0123456789abcdef");
        send(request, "");
        Peer peer = origin.accept();
        peer.readHead();
        send(request, "x");
        end(request, HeaderFields.of("X-T", "1"));
        String content = "10\r\n0123456789abcdef\r\n1\r\nx\r\n0\r\nX-T: 1\r\n\r\n";
        assertThat(peer.read(content.length())).isEqualTo(content);
        peer.send(OK);
        assertThat(request.last()).isEqualTo("end ok");
        client.await(() -> client.client().idleConnections() == 1);
    }

    @Test
    void failsIfThereIsMoreContentThanAnnounced() throws IOException {
        ResponseRecorder request = client.ask(post(2));
        Peer peer = origin.accept();
        peer.readHead();
        send(request, "abc");
        assertThat(request.failure()).isInstanceOf(IllegalStateException.class);
        assertThat(peer.awaitEnd()).isEmpty();
        send(request, "late");
    }

    @Test
    void failsIfThereIsLessContentThanAnnounced() throws IOException {
        ResponseRecorder request = client.ask(post(2));
        send(request, "a");
        end(request, HeaderFields.EMPTY);
        assertThat(request.failure()).isInstanceOf(IllegalStateException.class);
        client.await(() -> client.client().openConnections() == 0);
    }

    @Test
    void closesAConnectionWhoseResponseEndsBeforeTheRequest() throws IOException {
        ResponseRecorder request = client.ask(post(5));
        Peer peer = origin.accept();
        send(request, "ab");
        peer.readHead();
        peer.send(OK);
        assertThat(request.last()).isEqualTo("end ok");
        send(request, "cde");
        assertThat(peer.awaitEnd()).isEqualTo("ab");
        client.await(() -> client.client().openConnections() == 0);
    }

    @Test
    void doesNotRepeatARequestWithContent() throws IOException {
        ResponseRecorder first = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer(OK);
        first.last();
        ResponseRecorder request = client.ask(post(2));
        send(request, "ab");
        peer.readHead();
        peer.read(2);
        peer.close();
        assertThat(request.failure()).isInstanceOf(IOException.class);
    }

    @Test
    void reportsWritabilityOfRequestContent() throws IOException {
        ResponseRecorder request = client.ask(post(LARGE));
        Peer peer = origin.accept();
        peer.readHead();
        assertThat(request.next()).isEqualTo("sending");
        assertThat(request.next()).isEqualTo("writable");
        request.on(() -> {
            int sent = 0;
            while (sent < LARGE) {
                request.call().send(client.allocator().buffer().writeZero(100_000));
                sent += 100_000;
            }
            assertThat(request.call().isWritable()).isFalse();
        });
        peer.read(LARGE);
        peer.send(OK);
        assertThat(request.last()).isEqualTo("end ok");
    }

    @Test
    void rejectsFieldValueWithLineBreak() throws IOException {
        ResponseRecorder request =
                client.ask(new OriginRequest(origin.address(), "GET", "/", HeaderFields.of("X", "a\r\nY: b"), 0, true));
        assertThat(request.failure()).isInstanceOf(IllegalArgumentException.class);
        assertThat(request.rest()).isEmpty();
    }

    @Test
    void holdsContentBackWhilePausedAndSlowsTheOriginDown() throws IOException {
        var content = new byte[LARGE];
        new Random(1).nextBytes(content);
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        response.on(response.call()::pause);
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: " + LARGE + "\r\n\r\n");
        var sending = CompletableFuture.runAsync(() -> {
            try {
                peer.send(content);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
        response.next();
        assertThat(response.next()).isEqualTo("head 200");
        client.await(() -> client.used() > 64 * 1024);
        for (int i = 0; i < 200; i++) {
            response.on(() -> assertThat(client.used()).isLessThan(HELD_BACK_AT_MOST));
        }
        assertThat(response.content()).isEmpty();
        client.advance(Duration.ofHours(1));
        assertThat(response.rest()).isEmpty();

        response.on(response.call()::resume);

        assertThat(response.last()).isEqualTo("end " + LARGE + " octets");
        assertThat(response.content()).isEqualTo(content);
        sending.join();
    }

    @Test
    void reusesConnectionWhileEndOfPausedResponseIsPending() throws IOException {
        ResponseRecorder paused = client.get(origin.address());
        Peer peer = origin.accept();
        paused.on(paused.call()::pause);
        peer.answer(OK);
        client.await(() -> client.client().idleConnections() == 1);
        assertThat(paused.next()).isEqualTo("sending");
        assertThat(paused.next()).isEqualTo("head 200 at hand");
        assertThat(paused.rest()).isEmpty();

        ResponseRecorder next = client.get(origin.address());
        peer.answer(OK);
        assertThat(next.last()).isEqualTo("end ok");
        paused.on(paused.call()::resume);

        assertThat(paused.next()).isEqualTo("end ok");
    }

    @Test
    void deliversPendingContentBeforeFailure() throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        response.on(response.call()::pause);
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
        peer.close();
        client.await(() -> client.client().openConnections() == 0);
        response.next();
        response.next();
        assertThat(response.rest()).isEmpty();
        response.on(response.call()::resume);
        assertThat(response.failure()).hasMessage("The origin broke its response off.");
        assertThat(response.content()).containsExactly('a', 'b');
    }

    @Test
    void failsIfTheHeadIsLate() throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.readHead();
        client.advance(Duration.ofSeconds(10));
        assertThat(response.failure()).isInstanceOf(ReadTimeoutException.class);
        assertThat(peer.awaitEnd()).isEmpty();
    }

    @Test
    void appliesResponseTimeoutOfEachRequest() throws IOException {
        var own = new OriginRequest(
                origin.address(), "GET", "/", HeaderFields.EMPTY, 0, true, Duration.ofSeconds(2), false);
        var none = new OriginRequest(origin.address(), "GET", "/", HeaderFields.EMPTY, 0, true, Duration.ZERO, false);
        ResponseRecorder patient = client.ask(none);
        Peer peer = origin.accept();
        ResponseRecorder impatient = client.ask(own);
        origin.accept().readHead();
        client.advance(Duration.ofSeconds(2));
        assertThat(impatient.failure()).isInstanceOf(ReadTimeoutException.class);
        client.advance(Duration.ofHours(1));
        assertThat(client.ask(own).call()).isNotNull();
        origin.accept().readHead();
        peer.answer(OK);
        assertThat(patient.last()).isEqualTo("end ok");
    }

    @Test
    void failsIfTheNextPartIsLate() throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
        response.next();
        assertThat(response.next()).isEqualTo("head 200");
        client.advance(Duration.ofSeconds(10));
        assertThat(response.failure()).isInstanceOf(ReadTimeoutException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "H", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nab"})
    void closesTheConnectionOfACancelledRequest(String received) throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        peer.answer(received);
        if (received.length() > 1) {
            response.next();
            assertThat(response.next()).startsWith("head 200");
        }
        response.on(response.call()::cancel);
        assertThat(peer.awaitEnd()).isEmpty();
        client.await(() -> client.client().openConnections() == 0);
        assertThat(response.rest()).doesNotContain("failed").noneMatch(event -> event.startsWith("end"));
    }

    @Test
    void keepsTheConnectionOfARequestThatIsCancelledWhileItConnects() throws IOException {
        var cancelled = new ResponseRecorder(client.loop(0));
        cancelled.on(() -> client.client()
                .ask(client.loop(0), OriginClientFixture.request("GET", origin.address()), new Object(), cancelled)
                .cancel());
        Peer peer = origin.accept();
        client.await(() -> client.client().idleConnections() == 1);
        assertThat(cancelled.rest()).isEmpty();
        ResponseRecorder next = client.get(origin.address());
        peer.answer(OK);
        assertThat(next.last()).isEqualTo("end ok");
    }

    @Test
    void releasesPendingContentWhenCancelled() throws IOException {
        ResponseRecorder response = client.get(origin.address());
        Peer peer = origin.accept();
        response.on(response.call()::pause);
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
        response.next();
        assertThat(response.next()).isEqualTo("head 200");
        response.on(response.call()::cancel);
        assertThat(peer.awaitEnd()).isEmpty();
        client.await(() -> client.used() == 0);
    }

    @Test
    void releasesContentOfARequestThatIsCancelledBeforeItIsSent() throws IOException {
        ResponseRecorder request = new ResponseRecorder(client.loop(0));
        request.on(() -> {
            OriginCall call = client.client().ask(client.loop(0), post(5), new Object(), request);
            call.send(client.allocator().buffer().writeZero(2));
            call.cancel();
            call.send(client.allocator().buffer().writeZero(3));
        });
        client.await(() -> client.used() == 0);
        assertThat(request.rest()).isEmpty();
    }

    @Test
    void deliversNothingMoreAfterCancellationByListener() throws IOException {
        var response = new ResponseRecorder(client.loop(0)) {
            @Override
            public void head(ResponseHead arrived, boolean atHand) {
                super.head(arrived, atHand);
                call().cancel();
            }
        };
        client.ask(0, OriginClientFixture.request("GET", origin.address()), response);
        Peer peer = origin.accept();
        peer.answer(OK);
        response.next();
        assertThat(response.next()).isEqualTo("head 200 at hand");
        assertThat(peer.awaitEnd()).isEmpty();
        assertThat(response.rest()).isEmpty();
        assertThat(response.content()).isEmpty();
    }

    @Test
    void releasesRequestContentSentAfterPendingEndOfResponse() throws IOException {
        ResponseRecorder request = client.ask(post(5));
        Peer peer = origin.accept();
        request.on(request.call()::pause);
        peer.readHead();
        peer.send(OK);
        client.await(() -> client.client().openConnections() == 0);
        send(request, "abcde");
        request.on(request.call()::resume);
        assertThat(request.last()).isEqualTo("end ok");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failsARequestWhoseListenerFails(boolean paused) throws IOException {
        var response = new ResponseRecorder(client.loop(0)) {
            @Override
            public void data(ByteBuf data) {
                data.release();
                throw new IllegalStateException("a fault");
            }
        };
        client.ask(0, OriginClientFixture.request("GET", origin.address()), response);
        Peer peer = origin.accept();
        if (paused) {
            response.on(response.call()::pause);
        }
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
        response.next();
        assertThat(response.next()).isEqualTo("head 200");
        response.on(response.call()::resume);
        assertThat(response.failure()).hasMessage("a fault");
        assertThat(peer.awaitEnd()).isEmpty();
    }
}
