package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.message.LarderClock;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteBufferTest {

    private static final SegmentLogSettings SETTINGS =
            new SegmentLogSettings(1 << 16, 1 << 20, 1 << 16, 1 << 15, 1 << 20, 0);
    private static final String CHANNEL = "items";

    @TempDir
    private Path folder;

    private static final int THREADS = 4;
    private static final int MANY = 500;

    private final List<AcknowledgedWrite> offered = Collections.synchronizedList(new ArrayList<>());
    private WriteLog log;
    private WriteBuffer buffer;

    @BeforeEach
    void open() throws IOException {
        log = WriteLogRecovery.open(folder, SETTINGS, Runnable::run);
        var most = new WriteBufferLimits.ChannelLimit(THREADS * MANY, 1 << 24);
        var limits = new WriteBufferLimits(most, Map.of(CHANNEL, most), Duration.ofHours(1), 10);
        var invalidator = new Invalidator(1 << 10, 1, new LocalInvalidationBus());
        buffer = new WriteBuffer(log, invalidator, limits, LarderClock.system());
        buffer.start(offered::add).toCompletableFuture().join();
    }

    @AfterEach
    void close() {
        log.close();
    }

    private WriteAcceptance accept() {
        return accept(Set.of());
    }

    private WriteAcceptance accept(Set<CacheTag> tags) {
        var head = new RequestHead("POST", URI.create("http://a.example/items"), HeaderFields.of());
        var content = new WriteContent.Inline(ByteBuffer.wrap(new byte[] {1}));
        var upload =
                new IncomingWrite(CHANNEL, "key", head, Optional.empty(), WriteReach.of(tags, head.target()), content);
        return buffer.accept(upload, buffer.reserve(CHANNEL, 1).orElseThrow())
                .toCompletableFuture()
                .join();
    }

    @Test
    @Tag("hardening-U14")
    void acknowledgesNothingWhileClosing() {
        assertThat(accept()).isInstanceOf(WriteAcceptance.Accepted.class);
        buffer.closing();
        assertThat(accept()).isEqualTo(new WriteAcceptance.Refused(WriteAcceptance.Refusal.CLOSING));
        assertThat(offered).hasSize(1);
        assertThat(log.kept()).hasSize(1);
    }

    @Test
    @Tag("hardening-U3")
    void acknowledgesNoWriteThatLogRejects() {
        log.close();
        assertThat(accept()).isEqualTo(new WriteAcceptance.Refused(WriteAcceptance.Refusal.NOT_DURABLE));
        assertThat(offered).isEmpty();
    }

    /** What is derived from a request takes memory as what it brings does. */
    @Test
    void countsMemoryOfTagsUntilWriteIsDelivered() {
        accept();
        long before = buffer.waiting().bytes();
        assertThat(accept(Set.of(new CacheTag("t".repeat(50)), new CacheTag("u".repeat(40)))))
                .isInstanceOf(WriteAcceptance.Accepted.class);
        assertThat(buffer.waiting().bytes() - before).isBetween(before + 90, before + 90 + 200);
        var batch = new WriteBatch(UUID.randomUUID(), CHANNEL, List.of(offered.get(1)));
        buffer.planned(batch).toCompletableFuture().join();
        buffer.settled(
                        batch,
                        List.of(new WriteSettlement.Delivered(
                                offered.get(1), new OriginReply(200, Optional.empty(), ""))))
                .toCompletableFuture()
                .join();
        assertThat(buffer.waiting().bytes()).isEqualTo(before);
    }

    @Test
    void resumeDoesNotOfferRetriedWriteOfOpenBatchTwice() {
        accept();
        accept();
        AcknowledgedWrite first = offered.get(0);
        AcknowledgedWrite second = offered.get(1);
        var batch = new WriteBatch(UUID.randomUUID(), CHANNEL, List.of(first));
        buffer.planned(batch).toCompletableFuture().join();
        List<AcknowledgedWrite> waiting = new ArrayList<>();
        buffer.resume(
                CHANNEL,
                open -> buffer.settled(open, List.of(new WriteSettlement.Again(first, 1)))
                        .toCompletableFuture()
                        .join(),
                (write, attempts) -> waiting.add(write));
        assertThat(waiting).containsExactly(second);
    }

    /** Those of one key are delivered in this order, in this run and after a restart. */
    @Test
    void offersWritesInLogOrder() {
        var clients = IntStream.range(0, THREADS)
                .mapToObj(client -> CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < MANY; i++) {
                        accept();
                    }
                }))
                .toList();
        clients.forEach(CompletableFuture::join);
        assertThat(offered).extracting(AcknowledgedWrite::number).isSorted().hasSize(THREADS * MANY);
    }
}
