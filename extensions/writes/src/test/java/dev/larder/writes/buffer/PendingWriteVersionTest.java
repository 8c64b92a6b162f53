package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.LarderClock;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.journal.SegmentLogSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of what a log says it holds, the word of its latest life counts, whatever the clock of its machine says. */
class PendingWriteVersionTest {

    private static final SegmentLogSettings SETTINGS =
            new SegmentLogSettings(1 << 16, 1 << 20, 1 << 16, 1 << 15, 1 << 20, 0);
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    /** The version of what the log says in a life of its own, to members that know this. */
    private long said(Invalidator members, Instant wall) throws IOException {
        try (WriteLog log = WriteLogRecovery.open(folder, SETTINGS, Runnable::run)) {
            var limits = new WriteBufferLimits(
                    new WriteBufferLimits.ChannelLimit(10, 1 << 20), Map.of(), Duration.ofHours(1), 10);
            var buffer = new WriteBuffer(log, members, limits, at(wall));
            buffer.start(write -> {}).toCompletableFuture().join();
            return members.held().get(0).version();
        }
    }

    private static Invalidator members() {
        return new Invalidator(1 << 10, 1, new LocalInvalidationBus());
    }

    private static LarderClock at(Instant wall) {
        return new LarderClock() {
            @Override
            public Instant steady() {
                return wall;
            }

            @Override
            public Instant wall() {
                return wall;
            }
        };
    }

    @Test
    @Tag("hardening-I11")
    void versionGrowsAcrossRestartEvenIfClockGoesBack() throws IOException {
        long before = said(members(), NOW);
        assertThat(said(members(), NOW.minus(Duration.ofDays(1)))).isGreaterThan(before);
    }

    @Test
    void versionGrowsForMembersThatRememberEarlierRun() throws IOException {
        Invalidator members = members();
        long before = said(members, NOW);
        assertThat(said(members, NOW.minus(Duration.ofDays(1)))).isGreaterThan(before);
    }
}
