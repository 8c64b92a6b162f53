package dev.larder.invalidation;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/** Numbers that many threads read and change: some of 64 bits, some of 32. */
interface CounterArray {

    long get(int index);

    void set(int index, long value);

    /** Adds one; returns the previous value. */
    long getAndIncrement(int index);

    boolean compareAndSet(int index, long expected, long value);

    int getInt(int index);

    void addToInt(int index, int by);

    /** Sets a number to the greater of itself and another; returns what it was. */
    default long raise(int index, long to) {
        long was = get(index);
        while (was < to && !compareAndSet(index, was, to)) {
            was = get(index);
        }
        return was;
    }

    /** Forces what has been set to storage that survives a loss of power, if there is any. */
    default void force() {}

    /** Creates numbers in the heap, all zero. */
    static CounterArray inHeap(int longs, int ints) {
        return new InHeap(new AtomicLongArray(longs), new AtomicIntegerArray(ints));
    }

    /** Numbers in the heap. */
    record InHeap(AtomicLongArray longs, AtomicIntegerArray ints) implements CounterArray {

        @Override
        public long get(int index) {
            return longs.get(index);
        }

        @Override
        public void set(int index, long value) {
            longs.set(index, value);
        }

        @Override
        public long getAndIncrement(int index) {
            return longs.getAndIncrement(index);
        }

        @Override
        public boolean compareAndSet(int index, long expected, long value) {
            return longs.compareAndSet(index, expected, value);
        }

        @Override
        public int getInt(int index) {
            return ints.get(index);
        }

        @Override
        public void addToInt(int index, int by) {
            ints.addAndGet(index, by);
        }
    }
}
