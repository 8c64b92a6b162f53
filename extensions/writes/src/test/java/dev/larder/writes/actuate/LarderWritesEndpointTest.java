package dev.larder.writes.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.actuate.OperatorActionGuard;
import dev.larder.gateway.actuate.access.OperatorActionLimit;
import dev.larder.gateway.message.LarderClock;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.writes.buffer.StrandedWrites;
import dev.larder.writes.buffer.WriteBuffer;
import dev.larder.writes.buffer.WriteBufferLimits;
import dev.larder.writes.buffer.WriteLog;
import dev.larder.writes.buffer.WriteLogRecovery;
import dev.larder.writes.delivery.ChannelDeliveries;
import dev.larder.writes.delivery.FlushResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.SecurityContext;

class LarderWritesEndpointTest {

    private static final SegmentLogSettings SETTINGS =
            new SegmentLogSettings(1 << 16, 1 << 20, 1 << 16, 1 << 15, 1 << 20, 0);

    @TempDir
    private Path folder;

    /** Two writes of a rule that can be discarded, and what is left then. */
    private record Leaving(Map<String, StrandedWrites.StrandedRule> left) implements StrandedWriteOperations {

        @Override
        public CompletionStage<FlushResult> reassign(String rule, String to) {
            throw new IllegalArgumentException(rule);
        }

        @Override
        public CompletionStage<Integer> discard(String rule) {
            return CompletableFuture.completedStage(2);
        }
    }

    private Object discarded(StrandedWriteOperations stranded) throws IOException {
        var members = new Invalidator(1 << 10, 1, new LocalInvalidationBus());
        LarderClock clock = LarderClock.system();
        try (WriteLog log = WriteLogRecovery.open(folder, SETTINGS, Runnable::run)) {
            var limits = new WriteBufferLimits(
                    new WriteBufferLimits.ChannelLimit(10, 1 << 20), Map.of(), Duration.ofHours(1), 10);
            return new LarderWritesEndpoint(
                            new WriteBuffer(log, members, limits, clock),
                            new ChannelDeliveries(Map.of()),
                            stranded,
                            members,
                            Duration.ofSeconds(10),
                            new OperatorActionGuard(true, new OperatorActionLimit(1), clock))
                    .order(SecurityContext.NONE, "discard", null, "old", null, null)
                    .getBody();
        }
    }

    @Test
    void reportsNumbersOfDiscardedAndRemainingWrites() throws IOException {
        var left = new StrandedWrites.StrandedRule(3, 30, 1, Instant.EPOCH);
        assertThat(discarded(new Leaving(Map.of("old", left)))).isEqualTo(Map.of("discarded", 2L, "left", 3L));
        assertThat(discarded(new Leaving(Map.of()))).isEqualTo(Map.of("discarded", 2L, "left", 0L));
    }
}
