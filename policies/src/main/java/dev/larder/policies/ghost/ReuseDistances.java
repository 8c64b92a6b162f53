package dev.larder.policies.ghost;

/**
 * Tells of any request how many others came since the last one for the same key, about. Of each key there is a time in a table
 * of fixed size, where the next key of the same place takes it over: who finds another's, or none, belongs to {@link #UNKNOWN}.
 * Threads may ask at once; where one overwrites another's time, a request is put into the wrong stratum at worst.
 */
final class ReuseDistances {

    private static final int TIME_BITS = 24;
    private static final int TIMES = (1 << TIME_BITS) - 1;

    /** Fewer requests than that are not told apart, and a key's time stays for as many: a hot key's is seldom written. */
    private static final int SOON_BITS = 4;

    /** Half powers of two of requests, from the least that is told apart to as many as there are times. */
    static final int STRATA = 2 * (TIME_BITS - SOON_BITS) + 2;

    /** Of keys that have not been asked for, or so long ago that it is forgotten. */
    static final int UNKNOWN = STRATA - 1;

    private static final int PLACES = 1 << 16;

    /** Of each place the key's tag, above the time of its last request. */
    private final int[] places = new int[PLACES];

    /** The stratum of a request for a key before which so many requests have come. */
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

    /** By half powers of two. */
    static int stratum(int since) {
        if (since < 1 << SOON_BITS) {
            return 0;
        }
        int power = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(since);
        return 2 * (power - SOON_BITS) + ((since >>> (power - 1)) & 1) + 1;
    }

    /** Bytes that it takes. */
    static long bytes() {
        return (long) Integer.BYTES * PLACES;
    }
}
