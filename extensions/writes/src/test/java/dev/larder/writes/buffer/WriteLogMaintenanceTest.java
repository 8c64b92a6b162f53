package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.message.LarderClock;
import dev.larder.journal.LogFullException;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.OriginReply;
import dev.larder.writes.buffer.WriteLogRecord.Fate;
import dev.larder.writes.buffer.WriteLogRecord.Identity;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that is full takes writes again once most of those in it are over, however they lie in it. */
class WriteLogMaintenanceTest {

    private static final int MOST = 1 << 20;
    private static final int CONTENT = 1 << 12;
    private static final SegmentLogSettings SMALL_SEGMENTS =
            new SegmentLogSettings(MOST / 16, MOST, MOST / 8, 1 << 15, 1 << 20, 0);
    private static final SegmentLogSettings ONE_SEGMENT =
            new SegmentLogSettings(8 << 20, MOST, MOST / 16, 1 << 16, 1 << 20, 0);

    private static final OriginReply ANSWER = new OriginReply(200, Optional.empty(), "x".repeat(4_000));

    @TempDir
    private Path folder;

    private WriteLog log;
    private WriteLogMaintenance maintenance;

    @BeforeEach
    void open() throws IOException {
        open(ONE_SEGMENT);
    }

    private void open(SegmentLogSettings settings) throws IOException {
        if (log != null) {
            log.close();
        }
        log = WriteLogRecovery.open(folder, settings, Runnable::run);
        var limits = new WriteBufferLimits(
                new WriteBufferLimits.ChannelLimit(1_000, MOST), Map.of(), Duration.ofHours(1), 1_000);
        maintenance = new WriteLogMaintenance(log, limits, LarderClock.system());
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-U9")
    void deliveredWritesFreeLogSpaceAfterMaintenance() {
        List<AcknowledgedWrite> taken = fill();
        deliver(taken);
        assertThat(take()).as("before anybody has tidied").isEmpty();
        maintenance.run();
        assertThat(fill()).hasSizeGreaterThan(taken.size() / 2);
        assertThat(log.size()).isLessThanOrEqualTo(MOST);
    }

    @Test
    void maintenanceOfFullLogKeepsUndeliveredWrite() throws IOException {
        List<AcknowledgedWrite> taken = fill();
        deliver(taken.subList(1, taken.size()));
        maintenance.run();
        maintenance.run();
        assertThat(take()).isPresent();
        assertThat(log.content(taken.get(0).number()).readAllBytes()).hasSize(CONTENT);
        log.close();
        log = WriteLogRecovery.open(folder, ONE_SEGMENT, Runnable::run);
        assertThat(log.content(taken.get(0).number()).readAllBytes()).hasSize(CONTENT);
    }

    @Test
    void deadLettersSpreadOverSegmentsDoNotPreventReclamation() throws IOException {
        open(SMALL_SEGMENTS);
        List<AcknowledgedWrite> taken = fill();
        List<AcknowledgedWrite> dead = everyTenth(taken);
        settle(taken, dead);
        for (int i = 0; i < 3; i++) {
            maintenance.run();
        }
        assertThat(fill()).hasSizeGreaterThan(taken.size() / 2);
        for (AcknowledgedWrite write : dead) {
            assertThat(log.status(write.id())).containsInstanceOf(WriteStatus.Dead.class);
        }
    }

    @Test
    void pendingOldestSegmentDoesNotPreventReclaimingLaterOnes() throws IOException {
        open(SMALL_SEGMENTS);
        List<AcknowledgedWrite> taken = fill();
        int segment = taken.size() / 16;
        deliver(taken.subList(segment, taken.size()));
        maintenance.run();
        maintenance.run();
        assertThat(fill()).hasSizeGreaterThan(taken.size() / 2);
        assertThat(log.content(taken.get(0).number()).readAllBytes()).hasSize(CONTENT);
    }

    @Test
    void reservedSpaceSufficesToSettleAllWrites() throws IOException {
        open(SMALL_SEGMENTS);
        List<AcknowledgedWrite> taken = fill();
        for (AcknowledgedWrite write : taken) {
            settle(List.of(write), List.of());
            if (write.number() % 50 == 0) {
                maintenance.run();
            }
        }
        maintenance.run();
        assertThat(take()).isPresent();
    }

    @Test
    void maintenanceDoesNotMovePendingWritesOfFullLog() {
        fill();
        long segment = log.newestSegment();
        maintenance.run();
        assertThat(log.newestSegment()).isEqualTo(segment);
    }

    /** Takes writes until there is no room. */
    private List<AcknowledgedWrite> fill() {
        List<AcknowledgedWrite> taken = new ArrayList<>();
        for (Optional<AcknowledgedWrite> write = take(); write.isPresent(); write = take()) {
            taken.add(write.get());
        }
        assertThat(taken).isNotEmpty();
        return taken;
    }

    private Optional<AcknowledgedWrite> take() {
        var head = new RequestHead("POST", URI.create("http://origin/items"), HeaderFields.EMPTY);
        var content = new WriteContent.Inline(ByteBuffer.allocate(CONTENT));
        var upload = new IncomingWrite(
                "items",
                "k",
                head,
                Optional.empty(),
                WriteReach.of(Set.of(new CacheTag("items")), head.target()),
                content);
        try {
            return Optional.of(log.accept(upload, Instant.EPOCH, write -> {})
                    .toCompletableFuture()
                    .join());
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(LogFullException.class);
            return Optional.empty();
        }
    }

    private static List<AcknowledgedWrite> everyTenth(List<AcknowledgedWrite> writes) {
        return IntStream.range(0, writes.size())
                .filter(i -> i % 10 == 0)
                .mapToObj(writes::get)
                .toList();
    }

    private void deliver(List<AcknowledgedWrite> writes) {
        settle(writes, List.of());
    }

    private void settle(List<AcknowledgedWrite> writes, List<AcknowledgedWrite> dead) {
        var batch = UUID.randomUUID();
        List<Long> numbers = writes.stream().map(AcknowledgedWrite::number).toList();
        log.enter(new WriteLogRecord.Planned(batch, numbers))
                .toCompletableFuture()
                .join();
        List<Outcome> outcomes = writes.stream()
                .map(write -> dead.contains(write) ? outcome(write, Fate.DEAD) : outcome(write, Fate.DELIVERED))
                .toList();
        log.settle(new WriteLogRecord.Settled(batch, Instant.now(), outcomes), over -> {})
                .toCompletableFuture()
                .join();
    }

    private static Outcome outcome(AcknowledgedWrite write, Fate fate) {
        Optional<Identity> delivered =
                Optional.of(new Identity(write.id(), Optional.empty())).filter(any -> fate == Fate.DELIVERED);
        return new Outcome(write.number(), fate, 1, Optional.of(ANSWER), "", delivered);
    }
}
