package dev.larder.invalidation;

/** Maps tags to counters: each to two of a fixed number, so that few tags share both. */
final class CounterSlots {

    private final int mask;

    /** @param counters a power of two, from 2 on */
    CounterSlots(int counters) {
        if (counters < 2 || Integer.bitCount(counters) != 1) {
            throw new IllegalArgumentException(counters + " counters: must be a power of two, from 2 on");
        }
        this.mask = counters - 1;
    }

    int first(long tag) {
        return (int) tag & mask;
    }

    /** Returns the second counter; never equals the first. */
    int second(long tag) {
        int other = (int) (tag >>> 32) & mask;
        return other == first(tag) ? other ^ 1 : other;
    }
}
