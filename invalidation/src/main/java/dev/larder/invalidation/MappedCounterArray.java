package dev.larder.invalidation;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.IntStream;

/**
 * Numbers in a memory-mapped file: a value outlives the process from the moment it is set. After the numbers the file has a
 * checksum of each, made of the number, its place and the id of the file. A process that ends between setting a number and its
 * checksum leaves a number that is not intact.
 */
final class MappedCounterArray implements CounterArray {

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final MappedByteBuffer file;
    private final long id;
    private final int longs;
    private final int ints;
    private final boolean hadItsSize;

    private MappedCounterArray(MappedByteBuffer file, long id, int longs, int ints, boolean hadItsSize) {
        this.file = file;
        this.id = id;
        this.longs = longs;
        this.ints = ints;
        this.hadItsSize = hadItsSize;
    }

    /**
     * Opens a file with so many numbers of 64 bits, and so many of 32. A file that is missing or of another size is created anew,
     * all zero.
     *
     * @param id that a file must have been written with to be intact
     * @throws IOException if the file can be neither read nor created
     */
    static MappedCounterArray open(Path file, long id, int longs, int ints) throws IOException {
        int size = Math.multiplyExact(
                2, Math.addExact(Math.multiplyExact(longs, Long.BYTES), Math.multiplyExact(ints, Integer.BYTES)));
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            boolean hadItsSize = channel.size() == size;
            if (!hadItsSize) {
                allocate(channel, size);
            }
            return new MappedCounterArray(
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, size), id, longs, ints, hadItsSize);
        }
    }

    /** Allocates the whole file, as the first write to a page without space on the disk would end the process. */
    private static void allocate(FileChannel channel, int size) throws IOException {
        channel.truncate(0);
        var zeros = ByteBuffer.allocate(size);
        while (zeros.hasRemaining()) {
            channel.write(zeros);
        }
        channel.force(true);
    }

    /** Whether every number was set in this place of a file with this id. */
    boolean isIntact() {
        return hadItsSize
                && IntStream.range(0, longs)
                        .allMatch(i -> check(i, get(i)) == (long) LONGS.getVolatile(file, checkAt(i)))
                && IntStream.range(0, ints)
                        .allMatch(
                                i -> (int) check(longs + i, getInt(i)) == (int) INTS.getVolatile(file, intCheckAt(i)));
    }

    @Override
    public long get(int index) {
        return (long) LONGS.getVolatile(file, index * Long.BYTES);
    }

    @Override
    public void set(int index, long value) {
        LONGS.setVolatile(file, index * Long.BYTES, value);
        confirm(index);
    }

    @Override
    public long getAndIncrement(int index) {
        long was = (long) LONGS.getAndAdd(file, index * Long.BYTES, 1L);
        confirm(index);
        return was;
    }

    @Override
    public boolean compareAndSet(int index, long expected, long value) {
        boolean done = LONGS.compareAndSet(file, index * Long.BYTES, expected, value);
        if (done) {
            confirm(index);
        }
        return done;
    }

    @Override
    public int getInt(int index) {
        return (int) INTS.getVolatile(file, intAt(index));
    }

    @Override
    public void addToInt(int index, int by) {
        int unused = (int) INTS.getAndAdd(file, intAt(index), by);
        int value;
        do {
            value = getInt(index);
            INTS.setVolatile(file, intCheckAt(index), (int) check(longs + index, value));
        } while (getInt(index) != value);
    }

    /** Writes the checksum of a number, and repeats that if another thread has changed the number meanwhile. */
    private void confirm(int index) {
        long value;
        do {
            value = get(index);
            LONGS.setVolatile(file, checkAt(index), check(index, value));
        } while (get(index) != value);
    }

    private int checkAt(int index) {
        return (longs + index) * Long.BYTES;
    }

    private int intAt(int index) {
        return 2 * longs * Long.BYTES + index * Integer.BYTES;
    }

    private int intCheckAt(int index) {
        return intAt(ints + index);
    }

    private long check(int place, long value) {
        return mixed(mixed(value) + mixed(id + place));
    }

    /** The finalizer of SplitMix64: each bit of the number affects each bit of the result. */
    private static long mixed(long number) {
        long some = (number ^ (number >>> 30) ^ 0x9e37_79b9_7f4a_7c15L) * 0xbf58_476d_1ce4_e5b9L;
        long more = (some ^ (some >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return more ^ (more >>> 31);
    }

    @Override
    public void force() {
        file.force();
    }
}
