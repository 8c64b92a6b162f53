package dev.larder.policies.ghost;

/**
 * Counts distinct keys in bounded memory. When it is full, it counts half of the keys from then on, each twice. If it
 * must not count fewer, it drops the keys seen least recently.
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
     * Returns how many keys this key counts for: 0 if it was seen before, or is not counted.
     *
     * @param drawn the keys that must be counted
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

    /** Returns the approximate number of distinct keys seen recently. */
    long keys() {
        return (recent.count() + (long) older.count()) * counted.each();
    }

    /** Returns the memory of both sets in bytes, even while the older one is empty. */
    long bytes() {
        return 2 * recent.bytes();
    }
}
