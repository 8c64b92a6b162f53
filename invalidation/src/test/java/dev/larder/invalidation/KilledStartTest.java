package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.local.LocalInvalidationBus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that is killed after any operation of its start leaves nothing by which an entry counts that was wrong before. */
@org.junit.jupiter.api.Tag("thorough")
class KilledStartTest {

    private static final int COUNTERS = 16;
    private static final int HEADER = 9;
    private static final Set<CacheTag> TAGS = Set.of(new CacheTag("tag"));
    private static final UUID BOOT = new UUID(1, 2);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private long stored;

    /** Numbers that are there until so many operations have changed them. */
    private static final class Killed implements CounterArray {

        private final CounterArray numbers;
        private int left;

        Killed(CounterArray numbers, int left) {
            this.numbers = numbers;
            this.left = left;
        }

        private void change() {
            if (left-- == 0) {
                throw new IllegalStateException("killed");
            }
        }

        @Override
        public long get(int index) {
            return numbers.get(index);
        }

        @Override
        public void set(int index, long value) {
            change();
            numbers.set(index, value);
        }

        @Override
        public long getAndIncrement(int index) {
            change();
            return numbers.getAndIncrement(index);
        }

        @Override
        public boolean compareAndSet(int index, long expected, long value) {
            change();
            return numbers.compareAndSet(index, expected, value);
        }

        @Override
        public int getInt(int index) {
            return numbers.getInt(index);
        }

        @Override
        public void addToInt(int index, int by) {
            change();
            numbers.addToInt(index, by);
        }
    }

    private Path epochs() {
        return folder.resolve("epochs");
    }

    private EpochCounters counts(UUID boot) throws IOException {
        return EpochCounters.inFile(epochs(), COUNTERS, 100, () -> stored, boot);
    }

    /** The stamp of an entry that a write has made wrong. */
    private EpochStamp wrong() throws IOException {
        Files.deleteIfExists(epochs());
        Files.deleteIfExists(folder.resolve("epochs.mark"));
        EpochCounters counts = counts(BOOT);
        Invalidator invalidator = new Invalidator(counts, new LocalInvalidationBus());
        EpochStamp stamp = EpochStamp.of(invalidator.epoch(), TAGS);
        stored = stamp.epoch();
        invalidator.invalidate(TAGS).toCompletableFuture().join();
        counts.close();
        return stamp;
    }

    private static void flip(Path file, int fromItsEnd) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - fromItsEnd] ^= 1;
        Files.write(file, bytes);
    }

    private void assertWrong(EpochStamp stamp, int operations) throws IOException {
        Invalidator after = new Invalidator(counts(BOOT), new LocalInvalidationBus());
        assertThat(after.judge(stamp)).as("after %d operations", operations).isNotEqualTo(EntryStatus.USABLE);
    }

    /** Whether the start has come to its end. */
    private boolean start(int operations) throws IOException {
        HighWaterMark mark = HighWaterMark.beside(epochs());
        MappedCounterArray numbers = MappedCounterArray.open(epochs(), mark.id(), HEADER + COUNTERS, COUNTERS);
        try {
            EpochCounters.of(new Killed(numbers, operations), mark, COUNTERS)
                    .start(numbers.isIntact(), 100, () -> stored, BOOT);
            return true;
        } catch (IllegalStateException killed) {
            return false;
        }
    }

    /** With a damaged check of a fence, of an epoch and of the header; the last is no damage. */
    @ParameterizedTest
    @ValueSource(ints = {40, 2 * 4 * COUNTERS + 20, 2 * 4 * COUNTERS + 8 * COUNTERS + 30, 0})
    @org.junit.jupiter.api.Tag("hardening-I10")
    void startKilledAtAnyStepLeavesNoInvalidatedEntryUsable(int fromItsEnd) throws IOException {
        boolean started = false;
        int operations = 0;
        for (; !started; operations++) {
            EpochStamp stamp = wrong();
            if (fromItsEnd > 0) {
                flip(epochs(), fromItsEnd);
            }
            started = start(operations);
            assertWrong(stamp, operations);
        }
        assertThat(operations).isGreaterThan(3);
    }

    /** An older file of epochs beside a damaged mark: either is enough to begin anew. */
    @Test
    void killWhileRecreatingMarkLeavesNoInvalidatedEntryUsable() throws IOException {
        boolean begun = false;
        for (int operations = 0; !begun; operations++) {
            wrong();
            byte[] older = Files.readAllBytes(epochs());
            EpochCounters counts = counts(BOOT);
            Invalidator invalidator = new Invalidator(counts, new LocalInvalidationBus());
            EpochStamp stamp = EpochStamp.of(invalidator.epoch(), TAGS);
            stored = stamp.epoch();
            invalidator.invalidate(TAGS).toCompletableFuture().join();
            counts.close();
            Files.write(epochs(), older);
            flip(folder.resolve("epochs.mark"), 1);
            MappedCounterArray mark = HighWaterMark.open(epochs());
            try {
                HighWaterMark unused = HighWaterMark.of(new Killed(mark, operations), mark.isIntact());
                begun = true;
            } catch (IllegalStateException killed) {
                begun = false;
            }
            assertWrong(stamp, operations);
        }
    }
}
