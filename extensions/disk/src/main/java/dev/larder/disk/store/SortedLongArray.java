package dev.larder.disk.store;

import java.util.Arrays;

/** Numbers that are first collected, then searched. */
final class SortedLongArray {

    private long[] numbers = new long[1_024];
    private int size;

    void add(long number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        numbers[size++] = number;
    }

    void addAll(SortedLongArray others) {
        for (int i = 0; i < others.size; i++) {
            add(others.numbers[i]);
        }
    }

    int size() {
        return size;
    }

    long get(int index) {
        return numbers[index];
    }

    /** To be called after the last {@link #add} and before the first {@link #has}. */
    SortedLongArray sort() {
        Arrays.sort(numbers, 0, size);
        return this;
    }

    boolean has(long number) {
        return Arrays.binarySearch(numbers, 0, size, number) >= 0;
    }

    /** Returns the greatest number, at least 0. Only after {@link #sort}. */
    long max() {
        return size == 0 ? 0 : Math.max(0, numbers[size - 1]);
    }
}
