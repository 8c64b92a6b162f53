package dev.larder.policies.ghost;

/**
 * Counts keys that are met for the first time. Its memory is bounded: when it is full, it counts half of the keys from
 * then on, each twice; and where it must not count fewer, it forgets those that have not been met for longest.
 */
final class Census {

    private final Draw counted;
    private final int limit;
    private Hashes recent;
    private Hashes older;

    Census(int limit) {
        this.counted = new Draw(0, 0);
        this.limit = limit;
        this.recent = new Hashes(limit);
        this.older = new Hashes(0);
    }

    /**
     * For how many keys this one counts that is met now: 0 if it was met before, or is not counted.
     *
     * @param drawn those keys that have to be counted
     */
    long meet(long hash, Draw drawn) {
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

    private void makeRoom(Draw drawn) {
        if (counted.halvings() < drawn.halvings()) {
            counted.halve();
            recent = recent.drawn(counted);
            older = older.count() == 0 ? older : older.drawn(counted);
        } else {
            older = recent;
            recent = new Hashes(limit);
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
