package dev.larder.invalidation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * The numbers that epochs and fences are made of: in memory, or in a file that is mapped into it. What is in a mapped file
 * outlives the process the moment it is written, kill -9 included, without a call to the system.
 *
 * <p>A loss of power may lose some of it. So the file says which boot of the machine it is of, and whether it was closed: if
 * it was not, and the machine has been started since, everything that is stored counts as invalid. Writes that were under
 * way when the process ended count as having happened.
 */
public final class Counts implements AutoCloseable {

    private static final long FORMAT = 0x4c61_7264_6572_0001L;
    private static final int FORMAT_AT = 0;
    private static final int COUNTERS_AT = 1;
    private static final int SEQUENCE_AT = 2;
    private static final int EVERYTHING_AT = 3;
    private static final int FILLS_AT = 4;
    private static final int BOOT_AT = 5;
    private static final int CLOSED_AT = 7;
    private static final int HEADER = 8;
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final Numbers numbers;
    private final int counters;

    private Counts(Numbers numbers, int counters) {
        this.numbers = numbers;
        this.counters = counters;
    }

    /**
     * In memory: nothing has been counted.
     *
     * @param counters a power of two
     * @param first the epoch to begin with: later than every epoch of an earlier life
     */
    public static Counts inMemory(int counters, long first) {
        var counts = new Counts(Numbers.inHeap(HEADER + counters, counters), counters);
        counts.begin(first);
        return counts;
    }

    /**
     * In a file, going on where it ends; one that is missing or of another size begins anew.
     *
     * @param counters a power of two
     * @param first the least epoch to begin with: later than every epoch of an earlier life
     * @throws IOException if the file can be neither read nor made
     */
    public static Counts inFile(Path file, int counters, long first) throws IOException {
        int size = size(counters);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            boolean known = channel.size() == size;
            if (!known) {
                allocate(channel, size);
            }
            var mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
            var counts = new Counts(new MappedNumbers(mapped, HEADER + counters), counters);
            if (known && counts.at(FORMAT_AT) == FORMAT && counts.at(COUNTERS_AT) == counters) {
                counts.goOn(first);
            } else {
                counts.begin(first);
            }
            counts.open();
            return counts;
        }
    }

    /** All of it, as a page that has no room on the disk would end the process when it is first written. */
    private static void allocate(FileChannel channel, int size) throws IOException {
        channel.truncate(0);
        var zeros = ByteBuffer.allocate(size);
        while (zeros.hasRemaining()) {
            channel.write(zeros);
        }
        channel.force(true);
    }

    private static int size(int counters) {
        return Math.addExact(Long.BYTES * HEADER, Math.multiplyExact(counters, Long.BYTES + Integer.BYTES));
    }

    private void begin(long first) {
        for (int slot = 0; slot < counters; slot++) {
            set(HEADER + slot, 0);
            numbers.addToInt(slot, -fence(slot));
        }
        set(COUNTERS_AT, counters);
        set(SEQUENCE_AT, first);
        set(EVERYTHING_AT, first);
        set(FILLS_AT, first);
        set(FORMAT_AT, FORMAT);
    }

    private void goOn(long first) {
        UUID boot = boot();
        boolean sameBoot =
                at(BOOT_AT) == boot.getMostSignificantBits() && at(BOOT_AT + 1) == boot.getLeastSignificantBits();
        boolean whole = at(CLOSED_AT) == 1 || sameBoot;
        long next = Math.max(at(SEQUENCE_AT), first) + 1;
        set(SEQUENCE_AT, next);
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

    private void open() {
        UUID boot = boot();
        set(BOOT_AT, boot.getMostSignificantBits());
        set(BOOT_AT + 1, boot.getLeastSignificantBits());
        set(CLOSED_AT, 0);
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
        return numbers.getAndIncrement(SEQUENCE_AT) + 1;
    }

    /** No epoch from now on is earlier. */
    void raiseLatest(long epoch) {
        raise(SEQUENCE_AT, epoch);
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

    /** Sets a number to the greater of itself and another; returns what it was. */
    private long raise(int index, long to) {
        long was = at(index);
        while (was < to && !numbers.compareAndSet(index, was, to)) {
            was = at(index);
        }
        return was;
    }
}
