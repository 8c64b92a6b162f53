package dev.larder.policies.eviction;

/**
 * Least frequently used: whoever was requested least often since it was stored leaves first. Counts are forgotten on
 * eviction and never age.
 */
public final class Lfu<K> extends GreedyDual<K> {

    /** An empty policy of this capacity, in bytes. */
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
    boolean ages() {
        return false;
    }
}
