package dev.larder.invalidation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The counters behind epochs and fences: in memory, or in a memory-mapped file. A value in a mapped file outlives the process
 * from the moment it is written, even after kill -9, without a system call.
 *
 * <p>A loss of power may lose some values. The file therefore records the boot of the machine it belongs to, and whether it was
 * closed: if it was not closed and the machine has rebooted since, all stored entries count as invalid. The same holds if a
 * number in the file is damaged, or if the file is older than its {@link HighWaterMark}. Writes in flight when the process ended
 * count as having happened.
 */
public final class EpochCounters implements AutoCloseable {

    private static final long FORMAT = 0x4c61_7264_6572_0004L;
    private static final int FORMAT_AT = 0;
    private static final int COUNTERS_AT = 1;
    private static final int SEQUENCE_AT = 2;
    private static final int EVERYTHING_AT = 3;
    private static final int FILLS_AT = 4;
    private static final int BOOT_AT = 5;
    private static final int CLOSED_AT = 7;
    private static final int DECIDED_BY_AT = 8;
    private static final int HEADER = 9;

    /**
     * More than the number of epochs that may have been issued without reaching the file, while the disk lagged or a thread
     * stalled.
     */
    private static final long UNSEEN = 1L << 32;

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final CounterArray numbers;
    private final HighWaterMark mark;
    private final int counters;

    private EpochCounters(CounterArray numbers, HighWaterMark mark, int counters) {
        this.numbers = numbers;
        this.mark = mark;
        this.counters = counters;
    }

    /**
     * Creates zeroed counters in memory.
     *
     * @param counters a power of two
     * @param first epoch to begin with: later than every epoch of an earlier life
     */
    public static EpochCounters inMemory(int counters, long first) {
        var counts =
                new EpochCounters(CounterArray.inHeap(HEADER + counters, counters), HighWaterMark.inMemory(), counters);
        counts.begin(first);
        return counts;
    }

    /**
     * Opens counters in a file and continues from its values; a file that is missing, damaged, older than it was, or of another
     * size is reset, which invalidates all stored entries.
     *
     * @param counters a power of two
     * @param first the least epoch to begin with
     * @param stored latest epoch in the stamp of any stored entry; called only if the file is reset
     * @throws IOException if the files can be neither read nor created
     */
    public static EpochCounters inFile(Path file, int counters, long first, LongSupplier stored) throws IOException {
        return inFile(file, counters, first, stored, boot());
    }

    /** Opens counters in a file, for this boot of the machine. */
    static EpochCounters inFile(Path file, int counters, long first, LongSupplier stored, UUID boot)
            throws IOException {
        HighWaterMark mark = HighWaterMark.beside(file);
        MappedCounterArray numbers =
                MappedCounterArray.open(file, mark.id(), Math.addExact(HEADER, counters), counters);
        EpochCounters counts = of(numbers, mark, counters);
        counts.start(numbers.isIntact(), first, stored, boot);
        return counts;
    }

    /** Creates counters over these numbers, not started yet. */
    static EpochCounters of(CounterArray numbers, HighWaterMark mark, int counters) {
        return new EpochCounters(numbers, mark, counters);
    }

    /**
     * Continues or resets. If the process is killed meanwhile, the next start resets, or continues from where this one would
     * have.
     */
    void start(boolean intact, long first, LongSupplier stored, UUID boot) {
        if (intact && isCurrent()) {
            goOn(first, boot);
        } else {
            long given = Math.max(mark.latest(), stored.getAsLong());
            begin(Math.max(first, given + UNSEEN));
        }
        open(boot);
    }

    /** Makes the file count for nothing, for a process that cannot write it and so loses track of invalidations. */
    public static void forget(Path file) throws IOException {
        HighWaterMark.delete(file);
    }

    /**
     * Records what decides which tags a write invalidates. If the file says otherwise, all stored entries become invalid: writes
     * since they were stored may have invalidated less than they would by now.
     *
     * @param digest the same in each process that decides alike
     */
    public void decidedBy(long digest) {
        if (at(DECIDED_BY_AT) != digest) {
            raiseEverything(next());
            set(DECIDED_BY_AT, digest);
        }
    }

    private boolean isCurrent() {
        return at(FORMAT_AT) == FORMAT && at(COUNTERS_AT) == counters && at(SEQUENCE_AT) >= mark.latest();
    }

    /** Resets all numbers; they have no format, and so count for nothing, until all of them are set. */
    private void begin(long first) {
        set(FORMAT_AT, 0);
        set(SEQUENCE_AT, 0);
        for (int slot = 0; slot < counters; slot++) {
            set(HEADER + slot, 0);
            numbers.addToInt(slot, -fence(slot));
        }
        set(COUNTERS_AT, counters);
        set(DECIDED_BY_AT, 0);
        raiseLatest(first);
        set(EVERYTHING_AT, first);
        set(FILLS_AT, first);
        set(FORMAT_AT, FORMAT);
    }

    private void goOn(long first, UUID boot) {
        boolean sameBoot =
                at(BOOT_AT) == boot.getMostSignificantBits() && at(BOOT_AT + 1) == boot.getLeastSignificantBits();
        boolean whole = at(CLOSED_AT) == 1 || sameBoot;
        long next = Math.max(at(SEQUENCE_AT) + (whole ? 1 : UNSEEN), first);
        raiseLatest(next);
        if (!whole) {
            set(EVERYTHING_AT, next);
        }
        for (int slot = 0; slot < counters; slot++) {
            if (fence(slot) != 0) {
                raise(HEADER + slot, next);
                numbers.addToInt(slot, -fence(slot));
            }
        }
    }

    private void open(UUID boot) {
        set(BOOT_AT, boot.getMostSignificantBits());
        set(BOOT_AT + 1, boot.getLeastSignificantBits());
        set(CLOSED_AT, 0);
        mark.force();
        numbers.force();
    }

    /** Returns the id of this boot of the machine; a random one if it is unknown. */
    private static UUID boot() {
        try {
            return UUID.fromString(Files.readString(BOOT_ID).strip());
        } catch (IOException | UncheckedIOException | IllegalArgumentException unknown) {
            return UUID.randomUUID();
        }
    }

    /** Ends counting; a file is then complete, even if the machine fails. */
    @Override
    public void close() {
        mark.force();
        numbers.force();
        set(CLOSED_AT, 1);
        numbers.force();
    }

    int counters() {
        return counters;
    }

    /** Returns the latest epoch. */
    long latest() {
        return at(SEQUENCE_AT);
    }

    /** Returns the next epoch. */
    long next() {
        long next = numbers.getAndIncrement(SEQUENCE_AT) + 1;
        mark.raise(next);
        return next;
    }

    /** Ensures that no later epoch is before this one. */
    void raiseLatest(long epoch) {
        raise(SEQUENCE_AT, epoch);
        mark.raise(epoch);
    }

    /** Returns the epoch before which everything is invalid. */
    long everything() {
        return at(EVERYTHING_AT);
    }

    /** Returns the epoch before which no fetch may be stored. */
    long fills() {
        return at(FILLS_AT);
    }

    long raiseEverything(long epoch) {
        return raise(EVERYTHING_AT, epoch);
    }

    long raiseFills(long epoch) {
        return raise(FILLS_AT, epoch);
    }

    long epoch(int slot) {
        return at(HEADER + slot);
    }

    long raiseEpoch(int slot, long epoch) {
        return raise(HEADER + slot, epoch);
    }

    int fence(int slot) {
        return numbers.getInt(slot);
    }

    void changeFence(int slot, int by) {
        numbers.addToInt(slot, by);
    }

    private long at(int index) {
        return numbers.get(index);
    }

    private void set(int index, long value) {
        numbers.set(index, value);
    }

    private long raise(int index, long to) {
        return numbers.raise(index, to);
    }
}
