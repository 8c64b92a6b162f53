package dev.larder.invalidation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The numbers that epochs and fences are made of: in memory, or in a file that is mapped into it. What is in a mapped file
 * outlives the process the moment it is written, kill -9 included, without a call to the system.
 *
 * <p>A loss of power may lose some of it. So the file says which boot of the machine it is of, and whether it was closed: if
 * it was not, and the machine has been started since, everything that is stored counts as invalid. So it does if a number in
 * the file is damaged, and if the file is older than its {@link HighWaterMark}. Writes that were under way when the process
 * ended count as having happened.
 */
public final class EpochCounters implements AutoCloseable {

    private static final long FORMAT = 0x4c61_7264_6572_0002L;
    private static final int FORMAT_AT = 0;
    private static final int COUNTERS_AT = 1;
    private static final int SEQUENCE_AT = 2;
    private static final int EVERYTHING_AT = 3;
    private static final int FILLS_AT = 4;
    private static final int BOOT_AT = 5;
    private static final int CLOSED_AT = 7;
    private static final int HEADER = 8;

    /** More epochs than can have been given without being in the file: while the disk lagged behind, or a thread stood still. */
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
     * In memory: nothing has been counted.
     *
     * @param counters a power of two
     * @param first the epoch to begin with: later than every epoch of an earlier life
     */
    public static EpochCounters inMemory(int counters, long first) {
        var counts =
                new EpochCounters(CounterArray.inHeap(HEADER + counters, counters), HighWaterMark.inMemory(), counters);
        counts.begin(first);
        return counts;
    }

    /**
     * In a file, going on where it ends; one that is missing, damaged, older than it was, or of another size begins anew, and
     * everything that is stored is invalid.
     *
     * @param counters a power of two
     * @param first the least epoch to begin with
     * @param stored the latest epoch in the stamp of anything stored; asked only if the file begins anew
     * @throws IOException if the files can be neither read nor made
     */
    public static EpochCounters inFile(Path file, int counters, long first, LongSupplier stored) throws IOException {
        return inFile(file, counters, first, stored, boot());
    }

    /** The same, at this start of the machine. */
    static EpochCounters inFile(Path file, int counters, long first, LongSupplier stored, UUID boot)
            throws IOException {
        HighWaterMark mark = HighWaterMark.beside(file);
        MappedCounterArray numbers =
                MappedCounterArray.open(file, mark.id(), Math.addExact(HEADER, counters), counters);
        EpochCounters counts = of(numbers, mark, counters);
        counts.start(numbers.intact(), first, stored, boot);
        return counts;
    }

    /** Of these numbers, which have not been started. */
    static EpochCounters of(CounterArray numbers, HighWaterMark mark, int counters) {
        return new EpochCounters(numbers, mark, counters);
    }

    /**
     * Goes on, or begins anew. A process that is killed meanwhile leaves what begins anew the next time, or goes on from where
     * this one would have.
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

    /** What is in the file counts for nothing from now on: for one that cannot be written, and will not know what it has missed. */
    public static void forget(Path file) throws IOException {
        HighWaterMark.delete(file);
    }

    private boolean isCurrent() {
        return at(FORMAT_AT) == FORMAT && at(COUNTERS_AT) == counters && at(SEQUENCE_AT) >= mark.latest();
    }

    /** The numbers have no format, and so count for nothing, until all of them are set. */
    private void begin(long first) {
        set(FORMAT_AT, 0);
        set(SEQUENCE_AT, 0);
        for (int slot = 0; slot < counters; slot++) {
            set(HEADER + slot, 0);
            numbers.addToInt(slot, -fence(slot));
        }
        set(COUNTERS_AT, counters);
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

    /** Of this start of the machine; one of its own if that cannot be told. */
    private static UUID boot() {
        try {
            return UUID.fromString(Files.readString(BOOT_ID).strip());
        } catch (IOException | UncheckedIOException | IllegalArgumentException unknown) {
            return UUID.randomUUID();
        }
    }

    /** Nothing more will be counted; a file is then complete, whatever happens to the machine. */
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

    /** The latest epoch. */
    long latest() {
        return at(SEQUENCE_AT);
    }

    /** The next epoch. */
    long next() {
        long next = numbers.getAndIncrement(SEQUENCE_AT) + 1;
        mark.raise(next);
        return next;
    }

    /** No epoch from now on is earlier. */
    void raiseLatest(long epoch) {
        raise(SEQUENCE_AT, epoch);
        mark.raise(epoch);
    }

    /** The epoch before which all is invalid. */
    long everything() {
        return at(EVERYTHING_AT);
    }

    /** Before which no fetch may be stored. */
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
