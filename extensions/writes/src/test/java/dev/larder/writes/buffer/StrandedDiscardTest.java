package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.message.LarderClock;
import dev.larder.invalidation.CacheTags;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What waits of a rule is discarded while something else is done with some of it; a write of another rule holds their pool. */
class StrandedDiscardTest {

    private static final SegmentLogSettings SETTINGS =
            new SegmentLogSettings(1 << 22, 1 << 28, 1 << 20, 1 << 19, 1 << 26, 0);
    private static final Set<CacheTag> POOL = Set.of(CacheTags.pool("items"));
    private static final String GONE = "gone";
    private static final String THERE = "there";
    private static final OriginReply REPLY = new OriginReply(200, Optional.empty(), "");
    private static final int ROUNDS = 12;
    private static final int MANY = 5_000;

    @TempDir
    private Path folder;

    private final Invalidator members = new Invalidator(1 << 10, 1, new LocalInvalidationBus());
    private final List<AcknowledgedWrite> offered = new CopyOnWriteArrayList<>();
    private WriteLog log;
    private WriteBuffer buffer;

    @BeforeEach
    void open() throws IOException {
        log = WriteLogRecovery.open(folder, SETTINGS, Runnable::run);
        var most = new WriteBufferLimits.ChannelLimit(2 * MANY, 1 << 28);
        var limits = new WriteBufferLimits(most, Map.of(GONE, most, THERE, most), Duration.ofHours(1), 10);
        buffer = new WriteBuffer(log, members, limits, LarderClock.system());
        buffer.start(offered::add).toCompletableFuture().join();
        accept(THERE, 1);
    }

    @AfterEach
    void close() {
        log.close();
    }

    private List<AcknowledgedWrite> accept(String rule, int count) {
        var head = new RequestHead("POST", URI.create("http://a.example/items"), HeaderFields.of());
        offered.clear();
        List<CompletionStage<WriteAcceptance>> accepted = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var content = new WriteContent.Inline(ByteBuffer.wrap(new byte[] {1}));
            var upload = new IncomingWrite(
                    rule, "key" + i, head, Optional.empty(), WriteReach.of(POOL, head.target()), content);
            accepted.add(buffer.accept(upload, buffer.reserve(rule, 1).orElseThrow()));
        }
        accepted.forEach(each -> each.toCompletableFuture().join());
        return List.copyOf(offered);
    }

    private WriteBatch planned(List<AcknowledgedWrite> writes) {
        var batch = new WriteBatch(UUID.randomUUID(), GONE, writes);
        buffer.planned(batch).toCompletableFuture().join();
        return batch;
    }

    private CompletionStage<Void> deliver(WriteBatch batch) {
        return settle(batch, WriteLogRecord.Fate.DELIVERED);
    }

    private CompletionStage<Void> settle(WriteBatch batch, WriteLogRecord.Fate fate) {
        return buffer.settled(
                batch,
                batch.writes().stream().map(write -> settlement(write, fate)).toList());
    }

    private int discard() {
        return buffer.stranded().discard(GONE).toCompletableFuture().join();
    }

    private void assertOnlyTheOtherRuleWaits() {
        assertThat(buffer.waiting())
                .isEqualTo(new WriteBufferLimits.ChannelLimit(
                        1, ChannelQuotas.weight(log.kept().get(0))));
        assertThat(members.held())
                .singleElement()
                .satisfies(held -> assertThat(held.tags()).isNotEmpty());
    }

    @Test
    void releasesQuotaOnceForWritesSettledDuringDiscard() {
        for (int round = 0; round < ROUNDS; round++) {
            WriteBatch batch = planned(accept(GONE, MANY).subList(0, 3));
            var barrier = new CyclicBarrier(2);
            var settled = CompletableFuture.runAsync(() -> {
                meet(barrier);
                deliver(batch).toCompletableFuture().join();
            });
            meet(barrier);
            assertThat(discard()).isLessThanOrEqualTo(MANY);
            settled.join();
            assertThat(buffer.stranded().waiting(GONE)).isEmpty();
            assertOnlyTheOtherRuleWaits();
        }
    }

    private static WriteSettlement settlement(AcknowledgedWrite write, WriteLogRecord.Fate fate) {
        return switch (fate) {
            case DELIVERED -> new WriteSettlement.Delivered(write, REPLY);
            case DEAD -> new WriteSettlement.Dead(write, REPLY, "refused");
            case AGAIN -> new WriteSettlement.Again(write, 1);
        };
    }

    /** Neither record is durable when the other is appended. */
    @ParameterizedTest
    @EnumSource
    void discardsWritesWhoseSettlementIsInProgress(WriteLogRecord.Fate fate) {
        WriteBatch batch = planned(accept(GONE, 3));
        CompletionStage<Void> settled;
        CompletionStage<Integer> discarded;
        synchronized (log) {
            settled = settle(batch, fate);
            discarded = buffer.stranded().discard(GONE);
        }
        discarded.toCompletableFuture().join();
        settled.toCompletableFuture().join();
        assertThat(buffer.stranded().waiting(GONE)).isEmpty();
        assertOnlyTheOtherRuleWaits();
    }

    @Test
    void discardSkipsClaimedWritesSettledMeanwhile() {
        WriteBatch batch = planned(accept(GONE, 3).subList(0, 1));
        List<PendingWrite> claimed =
                log.claim(pending -> pending.write().channel().equals(GONE), MANY);
        deliver(batch).toCompletableFuture().join();
        assertThat(log.discard(claimed).toCompletableFuture().join())
                .hasSize(2)
                .noneMatch(pending -> batch.writes().contains(pending.write()));
    }

    /** Else its record would come after that of the settlement, and the write would wait again after a restart. */
    @Test
    void doesNotMoveWriteBeingSettledAfterItsClaimEnds() {
        WriteBatch batch = planned(accept(GONE, 1));
        PendingWrite pending = log.kept(batch.writes().get(0).number()).orElseThrow();
        List<PendingWrite> claimed = log.claim(pending::equals, 1);
        CompletableFuture<Void> settled;
        synchronized (log) {
            settled = deliver(batch).toCompletableFuture();
            log.unclaim(claimed);
            assertThat(log.beginMove(pending)).isFalse();
        }
        settled.join();
    }

    @Test
    void discardSkipsWritesBeingMoved() {
        PendingWrite moved = log.kept(accept(GONE, 2).get(0).number()).orElseThrow();
        assertThat(log.beginMove(moved)).isTrue();
        assertThat(discard()).isEqualTo(1);
        assertThat(buffer.stranded().waiting(GONE)).containsExactly(moved.write());
        log.endMove(moved);
        assertThat(discard()).isEqualTo(1);
        assertOnlyTheOtherRuleWaits();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
