package dev.larder.writes.delivery;

import static dev.larder.writes.delivery.SampleWrites.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryChannel.Format;
import dev.larder.writes.DeliveryChannel.SameKey;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;

/** A content that cannot be read for a while is sent when it can be, as a whole, and costs the write no attempt. */
@Timeout(60)
class UnreadableContentTest {

    private static final int FAILURES = 4;
    private static final String CONTENT = "x".repeat(3 * ContentChunkReader.SIZE);

    private final List<Integer> arrived = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2 * ContentChunkReader.SIZE})
    @Tag("hardening-U5")
    void retriesUnreadableContentUntilItIsDelivered(int readable) throws Exception {
        DisposableServer origin = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle((request, response) -> request.receive()
                        .aggregate()
                        .asByteArray()
                        .doOnNext(content -> arrived.add(content.length))
                        .then(response.status(201).send()))
                .bindNow();
        var journal = new FailingJournal(readable);
        try (var delivery = ChannelDelivery.to(
                once(channel(null, Format.JSON, SameKey.TOGETHER)),
                journal,
                batch -> CompletableFuture.completedStage((reached, answer) -> CompletableFuture.completedStage(null)),
                HttpClient.newConnection(),
                new ChannelDelivery.Time(
                        System::nanoTime, DeliveryTimer.on(Schedulers.parallel()), new SplittableRandom(1)))) {
            delivery.offer(new SampleWrites().write("k", "http://127.0.0.1:" + origin.port() + "/a", CONTENT));
            assertThat(journal.settlement.get(30, TimeUnit.SECONDS)).isInstanceOf(WriteSettlement.Delivered.class);
        } finally {
            origin.disposeNow();
        }
        assertThat(journal.opened).hasValue(FAILURES + 1);
        assertThat(arrived).as("never a part").containsExactly(CONTENT.length());
    }

    @Test
    void reportsUnreadableContentAsReasonForSilence() {
        DeliveryChannel channel = channel(null, Format.JSON, SameKey.TOGETHER);
        DisposableServer origin = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle((request, response) -> Mono.never())
                .bindNow();
        try {
            AcknowledgedWrite write =
                    new SampleWrites().write("k", "http://127.0.0.1:" + origin.port() + "/a", CONTENT);
            var transport = new HttpDeliveryTransport(
                    HttpClient.newConnection(), channel, new BatchFormatter(channel, new FailingJournal(0)));
            DeliveryOutcome outcome = transport.send(SampleWrites.batch(write)).join();
            assertThat(((DeliveryOutcome.Silence) outcome).why())
                    .contains("the content of a write cannot be read", "AccessDeniedException");
        } finally {
            origin.disposeNow();
        }
    }

    /** A single answer of the origin that is no success would make the write a dead letter. */
    private static DeliveryChannel once(DeliveryChannel like) {
        return new DeliveryChannel(
                like.name(),
                like.bulk(),
                like.format(),
                like.sameKey(),
                new DeliveryChannel.Flush(1, 1_000_000, Duration.ofMillis(1)),
                new DeliveryChannel.Retry(
                        Duration.ofMillis(1), Duration.ofMillis(2), 1, DeliveryChannel.Deduplication.BATCHES),
                like.fields(),
                new DeliveryChannel.Requests(1, Duration.ofSeconds(5)));
    }

    /** A journal whose contents cannot be read beyond so many octets, a few times. */
    private static final class FailingJournal implements DeliveryJournal {

        private final AtomicInteger opened = new AtomicInteger();
        private final CompletableFuture<WriteSettlement> settlement = new CompletableFuture<>();
        private final int readable;

        FailingJournal(int readable) {
            this.readable = readable;
        }

        @Override
        public InputStream content(AcknowledgedWrite write) throws IOException {
            byte[] whole = CONTENT.getBytes(StandardCharsets.UTF_8);
            if (opened.incrementAndGet() > FAILURES) {
                return new ByteArrayInputStream(whole);
            }
            if (readable == 0) {
                throw new AccessDeniedException("content");
            }
            return new SequenceInputStream(new ByteArrayInputStream(whole, 0, readable), new Failing());
        }

        @Override
        public CompletionStage<Void> planned(WriteBatch batch) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements) {
            settlement.complete(settlements.get(0));
            return CompletableFuture.completedStage(null);
        }
    }

    /** What the rest of a content is on a disk that fails. */
    private static final class Failing extends InputStream {

        @Override
        public int read() throws IOException {
            throw new IOException("EIO");
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            return read();
        }
    }
}
