package dev.larder.policies.eviction;

import java.util.ArrayList;
import java.util.List;

/**
 * {@link Gdsf} with admission: with H = L + c/s the newcomer takes part in the eviction it causes, and if it is among
 * the victims, it is not stored and nothing is evicted. Without that, one large object flushes the cache.
 */
public final class GdsfRefusing<K> extends GreedyDual<K> {

    private final CostModel cost;

    /** Creates an empty policy of this capacity, in bytes. */
    public GdsfRefusing(long capacity, CostModel cost) {
        super(capacity);
        this.cost = cost;
    }

    @Override
    double worth(long weight, long latency) {
        return cost.of(weight, latency) / weight;
    }

    @Override
    double value(RankedResident<K> resident) {
        return resident.frequency * resident.worth;
    }

    @Override
    double firstRank(RankedResident<K> newcomer) {
        return newcomer.rank; // the rank it competed with
    }

    /** Takes residents out until the newcomer fits or has the lowest rank itself, then puts them back. */
    @Override
    boolean admit(RankedResident<K> newcomer) {
        long excess = weight() - (capacity() - newcomer.weight);
        List<RankedResident<K>> aside = List.of();
        boolean admitted = true;
        while (excess > 0 && admitted) {
            RankedResident<K> least = heap().least();
            admitted = least.rank <= newcomer.rank;
            excess -= least.weight;
            if (admitted && excess > 0) {
                aside = aside.isEmpty() ? new ArrayList<>() : aside;
                aside.add(least);
                heap().remove(least);
            }
        }
        aside.forEach(heap()::add);
        return admitted;
    }
}
