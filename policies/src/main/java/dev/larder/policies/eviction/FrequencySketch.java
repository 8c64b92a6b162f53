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
    private static final long[] SEEDS = {
        0xc3a5_c85c_97cb_3127L, 0xb492_b66f_be98_f273L, 0x9ae1_6a3b_2f90_404fL, 0xcbf2_9ce4_8422_2325L
    };

    /** Sixteen counters each; rows share it, each finds its own by its own hash. */
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
        int least = MAX;
        for (int row = 0; row < ROWS; row++) {
            long spread = spread(hash, row);
            least = Math.min(least, (int) (table[index(spread)] >>> shift(spread)) & MAX);
        }
        return least;
    }

    /** Counts a request. Returns how often the hash was counted lately, this time included, 1 to 15. */
    int increment(int hash) {
        int least = MAX;
        for (int row = 0; row < ROWS; row++) {
            long spread = spread(hash, row);
            int counter = (int) (table[index(spread)] >>> shift(spread)) & MAX;
            if (counter < MAX) {
                table[index(spread)] += 1L << shift(spread);
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

    private int index(long spread) {
        return (int) (spread >>> 8) & (table.length - 1);
    }

    private static int shift(long spread) {
        return (int) (spread >>> 60) << 2;
    }

    private static long spread(int hash, int row) {
        long product = (hash + SEEDS[row]) * SEEDS[row];
        return product ^ product >>> 32;
    }
}
