package dev.larder.policies.eviction;

import java.util.Arrays;

/**
 * Counts requests by hash in constant memory: a count-min sketch of four rows of 4-bit counters, all halved after a sample
 * of ten requests per key it is sized for, so that it forgets (Einziger, Friedman, Manes, TinyLFU, section 3.3). Estimates
 * are never below the count in the sample, up to 15; collisions make them too high at worst.
 */
final class FrequencySketch {

    private static final int ROWS = 4;
    private static final int MAX = 15;
    private static final long HALVED = 0x7777_7777_7777_7777L;
    /** Words of a block: two for each row. */
    private static final int BLOCK = 2 * ROWS;

    /** Sixteen counters each, in blocks: a hash has all its counters in one, two words of which belong to each row. */
    private long[] table;

    private int requests;

    /** A sketch of nothing for about this many keys. */
    FrequencySketch(int keys) {
        this.table = new long[Integer.highestOneBit(Math.max(16, keys) - 1) << 1];
    }

    /** Grows, if there are more keys than it is sized for, and keeps its counts: both halves start as the old table. */
    void ensureCapacity(int keys) {
        while (table.length < keys && table.length < 1 << 27) {
            int half = table.length;
            table = Arrays.copyOf(table, 2 * half);
            System.arraycopy(table, 0, table, half, half);
        }
    }

    /** How often this hash was counted lately, 0 to 15. */
    int frequency(int hash) {
        int first = block(hash);
        long places = places(hash);
        int least = MAX;
        for (int row = 0; row < ROWS; row++, places >>>= 8) {
            least = Math.min(least, (int) (table[word(first, row, places)] >>> shift(places)) & MAX);
        }
        return least;
    }

    /** Counts a request. Returns how often the hash was counted lately, this time included, 1 to 15. */
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

    /** Where the block of this hash begins. */
    private int block(int hash) {
        int spread = hash * 0x9e37_79b9;
        return (spread ^ spread >>> 16) * BLOCK & table.length - 1;
    }

    /** For each row a byte that says which of its counters in the block it is. */
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
