package dev.larder.policies.eviction;

import java.util.Arrays;

/**
 * Counts requests by hash in constant memory: a count-min sketch of four rows of 4-bit counters, all halved after a
 * sample of ten requests per expected key, so that old requests fade (Einziger, Friedman, Manes, TinyLFU, section 3.3).
 * Estimates are never below the count in the sample, up to 15; collisions can only make them too high.
 */
final class FrequencySketch {

    private static final int ROWS = 4;
    private static final int MAX = 15;
    private static final long HALVED = 0x7777_7777_7777_7777L;
    /** Words per block: two for each row. */
    private static final int BLOCK = 2 * ROWS;

    /** Sixteen counters each. All counters of a hash are in one block, in which each row has two words. */
    private long[] table;

    private int requests;

    /** Creates an empty sketch for about this many keys. */
    FrequencySketch(int keys) {
        this.table = new long[Integer.highestOneBit(Math.max(16, keys) - 1) << 1];
    }

    /** Grows the sketch if there are more keys than expected. Counts are kept: both halves start as the old table. */
    void ensureCapacity(int keys) {
        while (table.length < keys && table.length < 1 << 27) {
            int half = table.length;
            table = Arrays.copyOf(table, 2 * half);
            System.arraycopy(table, 0, table, half, half);
        }
    }

    /** Returns how often this hash was counted recently, 0 to 15. */
    int frequency(int hash) {
        int first = block(hash);
        long places = places(hash);
        int least = MAX;
        for (int row = 0; row < ROWS; row++, places >>>= 8) {
            least = Math.min(least, (int) (table[word(first, row, places)] >>> shift(places)) & MAX);
        }
        return least;
    }

    /** Counts a request. Returns how often the hash was counted recently, this time included, 1 to 15. */
    int increment(int hash) {
        int first = block(hash);
        long places = places(hash);
        int least = MAX;
        for (int row = 0; row < ROWS; row++, places >>>= 8) {
            int word = word(first, row, places);
            int counter = (int) (table[word] >>> shift(places)) & MAX;
            if (counter < MAX) {
                table[word] += 1L << shift(places);
                least = Math.min(least, counter + 1);
            }
        }
        if (++requests >= 10L * table.length) {
            age();
        }
        return least;
    }

    private void age() {
        for (int i = 0; i < table.length; i++) {
            table[i] = table[i] >>> 1 & HALVED;
        }
        requests /= 2;
    }

    /** Returns the index at which the block of this hash begins. */
    private int block(int hash) {
        int spread = hash * 0x9e37_79b9;
        return (spread ^ spread >>> 16) * BLOCK & table.length - 1;
    }

    /** Returns a byte per row: the index of the row's counter within the block. */
    private static long places(int hash) {
        long product = (hash + 0xc3a5_c85c_97cb_3127L) * 0xb492_b66f_be98_f273L;
        return product >>> 32;
    }

    private static int word(int first, int row, long places) {
        return first + 2 * row + (int) (places >>> 4 & 1);
    }

    private static int shift(long places) {
        return (int) (places & 15) << 2;
    }
}
