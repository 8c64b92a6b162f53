package dev.larder.policies.eviction;

/**
 * Least frequently used: evicts the object with the fewest requests since it was stored. Counts are dropped on eviction
 * and never age.
 */
public final class Lfu<K> extends GreedyDual<K> {

    /** Creates an empty policy of this capacity, in bytes. */
    public Lfu(long capacity) {
        super(capacity);
    }

    @Override
    double worth(long weight, long cost) {
        return 1;
    }

    @Override
    double value(RankedResident<K> resident) {
        return resident.frequency;
    }

    @Override
    boolean isAging() {
        return false;
    }
}
