package dev.larder.disk.spool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.disk.store.DiskFaults;
import dev.larder.disk.store.DiskFolder;
import dev.larder.disk.store.OpenBlob;
import dev.larder.gateway.exchange.BodyRecorder;
import dev.larder.gateway.exchange.OriginBodyRecorder;
import dev.larder.gateway.exchange.OriginResponseStream;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A body that is too large for the heap goes into a file, whole or not at all, and the client sees what the origin sent. */
class DiskBodyRecorderTest {

    private static final long HEAP = 4;
    private static final long DISK = 20;

    private final TestPublisher<DataBuffer> origin = TestPublisher.create();
    private final List<String> events = new ArrayList<>();
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

    private @Nullable OriginBodyRecorder recorder;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temporary;

    @SuppressWarnings("NullAway.Init")
    private DiskFolder folder;

    @BeforeEach
    void open() {
        folder = DiskFolder.open(temporary.resolve("disk"), new DiskFaults(events::add));
    }

    @AfterEach
    void close() {
        folder.close();
    }

    @Test
    void whatIsAnnouncedAsTooLargeForTheHeapGoesIntoAFileAtOnce() {
        client(recorder("8"));
        assertThat(events).containsExactly("spooled");
        send("abcd", "efgh");
        origin.complete();
        assertThat(events).containsExactlyInAnyOrder("spooled", "complete", "recorded abcdefgh");
        assertThat(seen()).isEqualTo("abcdefgh");
    }

    @Test
    void whatTurnsOutTooLargeForTheHeapGoesOnIntoAFile() {
        client(recorder(null));
        send("abc");
        assertThat(events).isEmpty();
        send("def", "gh");
        origin.complete();
        assertThat(events).containsExactlyInAnyOrder("spooled", "complete", "recorded abcdefgh");
        assertThat(seen()).isEqualTo("abcdefgh");
    }

    @Test
    void aClientThatComesLateMissesNothing() {
        OriginBodyRecorder recorder = recorder(null);
        send("abc", "def");
        client(recorder);
        send("gh");
        origin.complete();
        assertThat(seen()).isEqualTo("abcdefgh");
    }

    @Test
    void withoutItsClientItIsRecordedOn() {
        client(recorder("8")).dispose();
        send("abcd", "efgh");
        origin.complete();
        assertThat(events).containsExactly("spooled", "recorded abcdefgh");
    }

    @Test
    void whatIsTooLargeForTheDiskReachesTheClientAll() {
        client(recorder(null));
        send("0123456789", "0123456789", "x");
        origin.complete();
        assertThat(events).containsExactly("spooled", "dropped TOO_LARGE", "complete");
        assertThat(seen.size()).isEqualTo(21);
    }

    @Test
    void whatIsTooLargeForTheDiskAndWantedByNobodyIsReadNoFurther() {
        client(recorder(null)).dispose();
        send("0123456789", "0123456789", "x");
        origin.assertCancelled();
    }

    @Test
    void whatIsShorterThanAnnouncedIsNeverRecorded() {
        client(recorder("8"));
        send("abcdefg");
        origin.complete();
        assertThat(events).containsExactly("spooled", "dropped TRUNCATED", "error");
        assertThat(seen()).isEqualTo("abcdefg");
    }

    @Test
    void whatBreaksOffIsNeverRecorded() {
        client(recorder(null));
        send("abcdefg");
        origin.error(new IOException("reset"));
        assertThat(events).containsExactly("spooled", "dropped TRUNCATED", "error");
    }

    @Test
    void whatIsGivenUpIsNeverRecorded() {
        OriginBodyRecorder recorder = recorder("8");
        client(recorder);
        send("abcd");
        recorder.cancel();
        assertThat(events).containsExactly("spooled", "dropped ABORTED", "error");
    }

    @Test
    void aDiskThatCannotBeWrittenCostsTheRecordOnly() {
        folder.close();
        client(recorder("8"));
        send("abcd", "efgh");
        origin.complete();
        assertThat(events).contains("dropped STORE_FAULT", "complete").doesNotContain("error");
        assertThat(seen()).isEqualTo("abcdefgh");
    }

    @Test
    void itReadsAtTheOriginsSpeedWhateverItsClientDoes() {
        OriginBodyRecorder recorder = recorder("8");
        recorder.clientStream().subscribe(new BaseSubscriber<byte[]>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {}
        });
        send("abcd", "efgh");
        origin.complete();
        assertThat(events).containsExactly("spooled", "recorded abcdefgh");
    }

    private OriginBodyRecorder recorder(@Nullable String length) {
        HeaderFields fields = length == null ? HeaderFields.EMPTY : HeaderFields.of("Content-Length", length);
        var when = new ReceptionTimes(Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
        var answer = new OriginResponseStream(new ResponseHead(200, fields), when, origin.flux(), Optional.empty());
        var spooling = new DiskBodyRecorderFactory(folder, DISK, VirtualTimeScheduler.create());
        var made = new OriginBodyRecorder(answer, HEAP, Optional.of(spooling), new Log());
        recorder = made;
        answer.copiedBody().subscribe(made);
        return made;
    }

    private Disposable client(OriginBodyRecorder recorder) {
        return recorder.clientStream()
                .subscribe(seen::writeBytes, error -> events.add("error"), () -> events.add("complete"));
    }

    private String seen() {
        return seen.toString(StandardCharsets.ISO_8859_1);
    }

    private void send(String... chunks) {
        for (String chunk : chunks) {
            origin.next(DefaultDataBufferFactory.sharedInstance.wrap(chunk.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }

    private final class Log implements OriginBodyRecorder.Listener {

        @Override
        public void recorded(StoredBody body, Runnable ready) {
            events.add("recorded " + content((FileBody) body));
            Objects.requireNonNull(recorder).letGo();
            ready.run();
        }

        @Override
        public void dropped(Reason reason) {
            events.add("dropped " + reason);
        }

        @Override
        public void overflowed(BodyRecorder larger) {
            events.add("spooled");
        }

        private static String content(FileBody body) {
            try (OpenBlob file = body.blob().open().orElseThrow()) {
                return new String(Channels.newInputStream(file.channel()).readAllBytes(), StandardCharsets.ISO_8859_1);
            } catch (IOException e) {
                return e.toString();
            }
        }
    }
}
