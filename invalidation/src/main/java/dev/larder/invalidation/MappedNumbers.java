package dev.larder.invalidation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;

/** In a file that is mapped into memory: what is set there outlives the process the moment it is set. */
final class MappedNumbers implements Numbers {

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final MappedByteBuffer file;
    private final int firstInt;

    /** The numbers of this file: first so many of 64 bits, then those of 32. */
    MappedNumbers(MappedByteBuffer file, int longs) {
        this.file = file;
        this.firstInt = Math.multiplyExact(longs, Long.BYTES);
    }

    @Override
    public long get(int index) {
        return (long) LONGS.getVolatile(file, index * Long.BYTES);
    }

    @Override
    public void set(int index, long value) {
        LONGS.setVolatile(file, index * Long.BYTES, value);
    }

    @Override
    public long getAndIncrement(int index) {
        return (long) LONGS.getAndAdd(file, index * Long.BYTES, 1L);
    }

    @Override
    public boolean compareAndSet(int index, long expected, long value) {
        return LONGS.compareAndSet(file, index * Long.BYTES, expected, value);
    }

    @Override
    public int getInt(int index) {
        return (int) INTS.getVolatile(file, firstInt + index * Integer.BYTES);
    }

    @Override
    public void addToInt(int index, int by) {
        int unused = (int) INTS.getAndAdd(file, firstInt + index * Integer.BYTES, by);
    }

    @Override
    public void force() {
        file.force();
    }
}
