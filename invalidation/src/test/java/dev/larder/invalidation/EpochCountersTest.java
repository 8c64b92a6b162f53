package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.local.LocalInvalidationBus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What writes have made wrong stays wrong, whatever becomes of the process. */
class EpochCountersTest {

    private static final int COUNTERS = 1 << 10;
    private static final Set<CacheTag> USERS = Set.of(new CacheTag("users"));
    private static final Set<CacheTag> SKILLS = Set.of(new CacheTag("skills"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Path file = Path.of("epochs");
    private UUID boot = UUID.randomUUID();
    private long stored;

    @BeforeEach
    void inFolder() {
        file = folder.resolve("epochs");
    }

    private Invalidator started(long first) throws IOException {
        return new Invalidator(
                EpochCounters.inFile(file, COUNTERS, first, () -> stored, boot), new LocalInvalidationBus());
    }

    private static EpochStamp stamp(Invalidator invalidator, Set<CacheTag> tags) {
        return EpochStamp.of(invalidator.epoch(), tags);
    }

    @Test
    void entriesStayUsableAfterKill() throws IOException {
        EpochStamp users = stamp(started(100), USERS);
        assertThat(started(200).judge(users)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void changedInvalidationSettingsInvalidateEverythingAtStart() throws IOException {
        decided(100, 1);
        EpochStamp users = stamp(decided(200, 1), USERS);
        assertThat(decided(300, 1).judge(users)).isEqualTo(EntryStatus.USABLE);
        decided(400, 2);
        assertThat(decided(500, 1).judge(users)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void settingsChangedAtRuntimeAreRemembered() throws IOException {
        Invalidator before = decided(100, 1);
        before.invalidateEverything(2).toCompletableFuture().join();
        EpochStamp users = stamp(before, USERS);
        assertThat(decided(200, 2).judge(users)).isEqualTo(EntryStatus.USABLE);
        assertThat(decided(300, 1).judge(users)).isEqualTo(EntryStatus.INVALIDATED);
    }

    private Invalidator decided(long first, long digest) throws IOException {
        EpochCounters counts = EpochCounters.inFile(file, COUNTERS, first, () -> stored, boot);
        counts.decidedBy(digest);
        return new Invalidator(counts, new LocalInvalidationBus());
    }

    @Test
    void invalidatedEntriesStayInvalidAfterKill() throws IOException {
        Invalidator before = started(100);
        EpochStamp users = stamp(before, USERS);
        EpochStamp skills = stamp(before, SKILLS);
        before.invalidate(USERS).toCompletableFuture().join();
        Invalidator after = started(200);
        assertThat(after.judge(users)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(after.judge(skills)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I10")
    void writeInProgressAtKillCountsAsPerformed() throws IOException {
        Invalidator before = started(100);
        EpochStamp users = stamp(before, USERS);
        EpochStamp skills = stamp(before, SKILLS);
        before.begin(USERS).toCompletableFuture().join();
        Invalidator after = started(200);
        assertThat(after.judge(users)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(after.judge(skills)).isEqualTo(EntryStatus.USABLE);
        assertThat(after.judge(stamp(after, USERS))).as("the fence is down").isEqualTo(EntryStatus.USABLE);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I10")
    void unfencedWriteInProgressAtKillCountsAsPerformed() throws IOException {
        Invalidator before = started(100);
        EpochStamp users = stamp(before, USERS);
        before.begin(Set.of(), USERS).toCompletableFuture().join();
        assertThat(before.judge(users)).isEqualTo(EntryStatus.USABLE);
        Invalidator after = started(200);
        assertThat(after.judge(users)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(after.judge(stamp(after, USERS))).as("nothing is left of it").isEqualTo(EntryStatus.USABLE);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I11")
    @org.junit.jupiter.api.Tag("hardening-K")
    void epochsNeverGoBackThoughTheClockDoes() throws IOException {
        long last = started(500).epoch();
        assertThat(started(100).epoch()).isGreaterThan(last);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I10")
    void afterALossOfPowerNothingIsUsable() throws IOException {
        Invalidator before = started(100);
        EpochStamp users = stamp(before, USERS);
        boot = UUID.randomUUID();
        Invalidator after = started(200);
        assertThat(after.judge(users)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(after.judge(stamp(after, USERS))).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void entriesStayUsableAfterOrderlyShutdownAndReboot() throws IOException {
        EpochCounters counts = EpochCounters.inFile(file, COUNTERS, 100, () -> stored, boot);
        EpochStamp users = stamp(new Invalidator(counts, new LocalInvalidationBus()), USERS);
        counts.close();
        boot = UUID.randomUUID();
        assertThat(started(200).judge(users)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void earlierOrderlyShutdownDoesNotProtectAfterLaterCrash() throws IOException {
        EpochCounters.inFile(file, COUNTERS, 100, () -> stored, boot).close();
        EpochStamp users = stamp(started(200), USERS);
        boot = UUID.randomUUID();
        assertThat(started(300).judge(users)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void missingTruncatedOrResizedFileInvalidatesEverything() throws IOException {
        EpochStamp users = stamp(started(100), USERS);
        Files.delete(file);
        Invalidator anew = started(50);
        assertThat(anew.judge(users)).isEqualTo(EntryStatus.INVALIDATED);
        users = stamp(anew, USERS);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 1);
        }
        anew = started(50);
        assertThat(anew.judge(users)).isEqualTo(EntryStatus.INVALIDATED);
        users = stamp(anew, USERS);
        var others = new Invalidator(
                EpochCounters.inFile(file, 2 * COUNTERS, 50, () -> 0, boot), new LocalInvalidationBus());
        assertThat(others.judge(users)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I10")
    void fileOfPreviousFormatInvalidatesEverything() throws IOException {
        Files.write(file, new byte[64 + 12 * COUNTERS]);
        stored = 1_000;
        Invalidator after = started(50);
        assertThat(after.judge(EpochStamp.of(1_000, USERS))).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(after.judge(stamp(after, USERS))).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void damagedFileInvalidatesEverythingAndClearsFences() throws IOException {
        Invalidator before = started(100);
        before.invalidate(USERS).toCompletableFuture().join();
        before.voidFills().toCompletableFuture().join();
        before.begin(USERS).toCompletableFuture().join();
        EpochStamp users = stamp(before, SKILLS);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[Long.BYTES]), 0);
        }
        Invalidator after = started(50);
        assertThat(after.judge(users)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(after.judge(stamp(after, USERS))).as("the fence is down").isEqualTo(EntryStatus.USABLE);
        assertThat(after.mayStore(stamp(after, USERS))).isTrue();
    }

    @Test
    void forgettingFileInvalidatesEverything() throws IOException {
        EpochStamp users = stamp(started(100), USERS);
        stored = users.epoch();
        EpochCounters.forget(file);
        assertThat(started(50).judge(users)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void concurrentWritesKeepFileIntact() throws IOException {
        Invalidator before = started(100);
        EpochStamp skills = stamp(before, SKILLS);
        IntStream.range(0, 20_000).parallel().forEach(i -> {
            FencedWrite write = before.begin(USERS).toCompletableFuture().join();
            write.happened(Set.of()).toCompletableFuture().join();
            write.end().toCompletableFuture().join();
        });
        assertThat(started(50).judge(skills)).isEqualTo(EntryStatus.USABLE);
    }
}
