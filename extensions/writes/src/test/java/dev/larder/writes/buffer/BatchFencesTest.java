package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.write.WriteFence;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryFences;
import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Rules may change between the acceptance of a write and its delivery, and an origin may apply it after its silence. */
class BatchFencesTest {

    private static final Set<CacheTag> REPORTS = Set.of(new CacheTag("reports"));
    private static final Set<CacheTag> ORDERS = Set.of(new CacheTag("orders"));
    private static final String CHANNEL = "items";
    private static final URI TARGET = URI.create("http://o/orders/1");
    private static final Duration HOLD = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private final Invalidator invalidator = new Invalidator(1 << 10, 1, new LocalInvalidationBus());
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final Set<CacheTag> byNow = new HashSet<>();
    private WriteLog log;
    private WriteBuffer buffer;
    private WriteBatch batch;
    private DeliveryFences.Raised raised;

    @BeforeEach
    void raise() throws IOException {
        var settings = new SegmentLogSettings(1 << 16, 1 << 20, 1 << 16, 1 << 15, 1 << 20, 0);
        log = WriteLogRecovery.open(folder, settings, Runnable::run);
        var most = new WriteBufferLimits.ChannelLimit(10, 1 << 20);
        var limits = new WriteBufferLimits(most, Map.of(CHANNEL, most), Duration.ofHours(1), 10);
        buffer = new WriteBuffer(log, invalidator, limits, LarderClock.system());
        List<AcknowledgedWrite> accepted = new ArrayList<>();
        buffer.start(accepted::add).toCompletableFuture().join();
        accept();
        batch = new WriteBatch(UUID.randomUUID(), CHANNEL, accepted);
        var fences = new BatchFences(
                buffer,
                invalidator,
                (write, asked, answer) -> byNow,
                new WriteFence.UnknownOutcomeSettings(true, HOLD),
                time);
        raised = fences.raise(batch).toCompletableFuture().join();
    }

    private void accept() {
        var head = new RequestHead("PUT", TARGET, HeaderFields.EMPTY);
        var content = new WriteContent.Inline(ByteBuffer.allocate(1));
        var upload = new IncomingWrite(CHANNEL, "key", head, Optional.empty(), WriteReach.of(ORDERS, TARGET), content);
        buffer.accept(upload, buffer.reserve(CHANNEL, 1).orElseThrow())
                .toCompletableFuture()
                .join();
    }

    @AfterEach
    void close() {
        log.close();
    }

    private EpochStamp stored(Set<CacheTag> tags) {
        return EpochStamp.of(invalidator.epoch(), tags);
    }

    private void lowerAndSettle(boolean reached, int status) {
        lowerAndSettle(
                reached,
                status == 0
                        ? Optional.empty()
                        : Optional.of(new DeliveryFences.Answer(TARGET, new ResponseHead(status, HeaderFields.EMPTY))));
    }

    private void lowerAndSettle(boolean reached, Optional<DeliveryFences.Answer> answer) {
        assertThat(raised.lower(reached, answer)).isCompleted();
        buffer.planned(batch).toCompletableFuture().join();
        var settlement =
                new WriteSettlement.Dead(batch.writes().get(0), new OriginReply(0, Optional.empty(), ""), "given up");
        buffer.settled(batch, List.of(settlement)).toCompletableFuture().join();
    }

    @Test
    void deliveryInvalidatesByCurrentRules() {
        EpochStamp stored = stored(REPORTS);
        byNow.addAll(REPORTS);
        lowerAndSettle(true, 204);
        assertThat(invalidator.judge(stored)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 502, 504})
    void fenceOfUnknownOutcomeOutlivesBatchAndInvalidatesAgain(int status) {
        lowerAndSettle(true, status);
        EpochStamp meanwhile = stored(ORDERS);
        EpochStamp underLaterRules = stored(REPORTS);
        byNow.addAll(REPORTS);
        time.advanceTimeBy(HOLD.minusMillis(1));
        assertThat(invalidator.judge(meanwhile)).isEqualTo(EntryStatus.FENCED);
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(invalidator.judge(meanwhile)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(underLaterRules)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(stored(ORDERS))).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void fenceOutlivesBatchIfOutcomeOfOneWriteIsUnknown() {
        var multiStatus = new ResponseHead(207, HeaderFields.EMPTY);
        lowerAndSettle(true, Optional.of(new DeliveryFences.Answer(TARGET, multiStatus, List.of(201, 504))));
        assertThat(invalidator.judge(stored(ORDERS))).isEqualTo(EntryStatus.FENCED);
    }

    @ParameterizedTest
    @CsvSource({"true, 204", "true, 404", "true, 503", "false, 0"})
    void fenceOfKnownOutcomeIsLoweredAtOnce(boolean reached, int status) {
        lowerAndSettle(reached, status);
        EpochStamp after = stored(ORDERS);
        assertThat(invalidator.judge(after)).isEqualTo(EntryStatus.USABLE);
        time.advanceTimeBy(HOLD);
        assertThat(invalidator.judge(after)).isEqualTo(EntryStatus.USABLE);
    }
}
