package dev.larder.policies.ghost;

/**
 * Estimates for each request how many others came since the last one for the same key. A table of fixed size has a time per key,
 * which the next key of the same slot overwrites. A request whose slot is empty or has another key's time belongs to
 * {@link #UNKNOWN}. Thread-safe; if one thread overwrites another's time, a request at worst counts in the wrong stratum.
 */
final class ReuseDistances {

    private static final int TIME_BITS = 24;
    private static final int TIMES = (1 << TIME_BITS) - 1;

    /** Distances below this are one stratum and do not update a key's time, so that a hot key's is seldom written. */
    private static final int SOON_BITS = 4;

    /** Half powers of two of requests, from the smallest distinguished distance to the number of times. */
    static final int STRATA = 2 * (TIME_BITS - SOON_BITS) + 2;

    /** The stratum of keys without a recorded request. */
    static final int UNKNOWN = STRATA - 1;

    private static final int PLACES = 1 << 16;

    /** By slot, the key's tag above the time of its last request. */
    private final int[] places = new int[PLACES];

    /** Returns the stratum of a request for a key after this many earlier requests. */
    int stratum(long hash, long before) {
        int now = (int) before & TIMES;
        int place = (int) hash & PLACES - 1;
        int tag = (int) (hash >>> Integer.SIZE) | 1;
        int found = places[place];
        int since = now - found & TIMES;
        boolean known = found >>> TIME_BITS == (tag & 0xff);
        if (!known || since >= 1 << SOON_BITS) {
            places[place] = tag << TIME_BITS | now;
        }
        return known ? stratum(since) : UNKNOWN;
    }

    /** Returns the stratum of a distance, by half powers of two. */
    static int stratum(int since) {
        if (since < 1 << SOON_BITS) {
            return 0;
        }
        int power = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(since);
        return 2 * (power - SOON_BITS) + ((since >>> (power - 1)) & 1) + 1;
    }

    /** Returns the memory in bytes. */
    static long bytes() {
        return (long) Integer.BYTES * PLACES;
    }
}
