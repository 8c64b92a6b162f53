package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.test.publisher.TestPublisher;

/** A body is recorded whole or not at all, and the client sees what the origin sent. */
class OriginBodyRecorderTest {

    private final TestPublisher<DataBuffer> origin = TestPublisher.create();
    private final List<String> events = new ArrayList<>();
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

    @Test
    void commitsBeforeTheClientsStreamCompletes() {
        OriginBodyRecorder recorder = recorder("3", 10);
        client(recorder);
        send("ab", "c");
        origin.complete();
        assertThat(events).containsExactly("recorded abc", "complete");
        assertThat(seen.toString(StandardCharsets.ISO_8859_1)).isEqualTo("abc");
    }

    @Test
    @Tag("hardening-F1")
    void neverCommitsABodyShorterThanAnnounced() {
        client(recorder("4", 10));
        send("abc");
        origin.complete();
        assertThat(events).containsExactly("dropped TRUNCATED", "error");
    }

    @Test
    @Tag("hardening-F2")
    void neverCommitsABodyThatBreaksOff() {
        client(recorder("3", 10));
        send("ab");
        origin.error(new IOException("reset"));
        assertThat(events).containsExactly("dropped TRUNCATED", "error");
    }

    @Test
    void readsOnThoughItsClientIsSlow() {
        OriginBodyRecorder recorder = recorder("3", 10);
        recorder.clientStream().subscribe(new Hesitant());
        send("ab", "c");
        origin.complete();
        assertThat(events).containsExactly("recorded abc");
    }

    @Test
    @Tag("hardening-F2")
    void recordsOnThoughItsClientHasLeft() {
        OriginBodyRecorder recorder = recorder("3", 10);
        client(recorder).dispose();
        send("ab", "c");
        origin.complete();
        assertThat(events).containsExactly("recorded abc");
    }

    @Test
    @Tag("hardening-X4")
    void dropsTheRecordBeyondTheLimitButNotTheClient() {
        client(recorder("12", 10));
        send("0123456789", "ab");
        origin.complete();
        assertThat(events).containsExactly("dropped TOO_LARGE", "complete");
        assertThat(seen.size()).isEqualTo(12);
    }

    @Test
    @Tag("hardening-X4")
    void dropsTheRecordOfABodyOfUnknownLengthBeyondTheLimit() {
        client(recorder("", 10));
        send("0123456789");
        assertThat(events).isEmpty();
        send("a");
        assertThat(events).containsExactly("dropped TOO_LARGE");
    }

    @Test
    @Tag("hardening-F7")
    void beyondTheLimitItReadsAtTheClientsSpeed() {
        OriginBodyRecorder recorder = recorder("100", 4);
        recorder.clientStream().subscribe(new Hesitant());
        send("01234");
        origin.assertMinRequested(0);
        assertThat(events).containsExactly("dropped TOO_LARGE");
    }

    @Test
    void withoutClientAndRecordItEnds() {
        OriginBodyRecorder recorder = recorder("100", 4);
        client(recorder).dispose();
        send("01234");
        origin.assertCancelled();
    }

    @Test
    void knowsWhetherTheRestIsShort() {
        OriginBodyRecorder recorder = recorder("10", 100);
        client(recorder);
        assertThat(recorder.nearlyComplete(4)).isFalse();
        send("0123456");
        assertThat(recorder.nearlyComplete(4)).isTrue();
    }

    /** A client that never asks for more. */
    private static final class Hesitant extends BaseSubscriber<byte[]> {

        @Override
        protected void hookOnSubscribe(Subscription subscription) {}
    }

    private OriginBodyRecorder recorder(String length, long limit) {
        var head = new ResponseHead(200, HeaderFields.of("Content-Length", length));
        var when = new ReceptionTimes(Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
        var answer = new OriginResponseStream(head, when, origin.flux(), Optional.empty());
        var recorder = new OriginBodyRecorder(answer, limit, Optional.empty(), new OriginBodyRecorder.Listener() {
            @Override
            public void recorded(StoredBody body, Runnable ready) {
                events.add("recorded " + new String(((HeapBody) body).bytes(), StandardCharsets.ISO_8859_1));
                ready.run();
            }

            @Override
            public void dropped(Reason reason) {
                events.add("dropped " + reason);
            }
        });
        answer.copiedBody().subscribe(recorder);
        return recorder;
    }

    private Disposable client(OriginBodyRecorder recorder) {
        return recorder.clientStream()
                .subscribe(seen::writeBytes, error -> events.add("error"), () -> events.add("complete"));
    }

    private void send(String... chunks) {
        for (String chunk : chunks) {
            origin.next(DefaultDataBufferFactory.sharedInstance.wrap(chunk.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }
}
