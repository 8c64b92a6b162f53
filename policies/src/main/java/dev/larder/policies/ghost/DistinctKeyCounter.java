package dev.larder.policies.ghost;

/**
 * Counts keys that are met for the first time. Its memory is bounded: when it is full, it counts half of the keys from
 * then on, each twice; and where it must not count fewer, it forgets those that have not been met for longest.
 */
final class DistinctKeyCounter {

    private final KeySampler counted;
    private final int limit;
    private KeyHashSet recent;
    private KeyHashSet older;

    DistinctKeyCounter(int limit) {
        this.counted = new KeySampler(0, 0);
        this.limit = limit;
        this.recent = new KeyHashSet(limit);
        this.older = new KeyHashSet(0);
    }

    /**
     * For how many keys this one counts that is met now: 0 if it was met before, or is not counted.
     *
     * @param drawn those keys that have to be counted
     */
    long meet(long hash, KeySampler drawn) {
        if (!counted.has(hash) || !recent.add(hash)) {
            return 0;
        }
        boolean known = older.contains(hash);
        long each = counted.each();
        if (recent.isFull()) {
            makeRoom(drawn);
        }
        return known ? 0 : each;
    }

    private void makeRoom(KeySampler drawn) {
        if (counted.halvings() < drawn.halvings()) {
            counted.halve();
            recent = recent.drawn(counted);
            older = older.count() == 0 ? older : older.drawn(counted);
        } else {
            older = recent;
            recent = new KeyHashSet(limit);
        }
    }

    /** How many different keys have been met lately, about. */
    long keys() {
        return (recent.count() + (long) older.count()) * counted.each();
    }

    /** Bytes of both, though there may be nothing in the older yet. */
    long bytes() {
        return 2 * recent.bytes();
    }
}
