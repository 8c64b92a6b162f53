package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryFences;
import dev.larder.writes.ItemId;
import dev.larder.writes.WriteBatch;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules may change between the acceptance of a write and its delivery. */
class BatchFencesTest {

    private static final Set<CacheTag> REPORTS = Set.of(new CacheTag("reports"));

    @Test
    void aDeliveryInvalidatesWhatTheRulesSayByNow(@TempDir Path folder) throws IOException {
        var settings = new SegmentLogSettings(1 << 16, 1 << 20, 1 << 16, 1 << 15, 1 << 20, 0);
        try (WriteLog log = WriteLog.open(folder, settings, Runnable::run)) {
            var invalidator = new Invalidator(1 << 10, 1, new LocalInvalidationBus());
            var most = new WriteBufferLimits.ChannelLimit(10, 1 << 20);
            var limits = new WriteBufferLimits(most, Map.of(), Duration.ofHours(1), 10);
            var buffer = new WriteBuffer(log, invalidator, limits, LarderClock.system());
            Set<CacheTag> byNow = new HashSet<>();
            var fences = new BatchFences(buffer, invalidator, (write, asked, answer) -> byNow);
            WriteBatch batch = new WriteBatch(UUID.randomUUID(), "items", List.of(write()));
            DeliveryFences.Raised raised =
                    fences.raise(batch).toCompletableFuture().join();
            EpochStamp stored = EpochStamp.of(invalidator.epoch(), REPORTS);
            byNow.addAll(REPORTS);
            raised.lower(true, Optional.empty()).toCompletableFuture().join();
            assertThat(invalidator.judge(stored)).isEqualTo(EntryStatus.INVALIDATED);
        }
    }

    private static AcknowledgedWrite write() {
        var head = new RequestHead("PUT", URI.create("http://o/orders/1"), HeaderFields.EMPTY);
        var item = new ItemId(UUID.randomUUID(), 1);
        return new AcknowledgedWrite(1, UUID.randomUUID(), "items", "key", head, item, Instant.EPOCH, 0);
    }
}
