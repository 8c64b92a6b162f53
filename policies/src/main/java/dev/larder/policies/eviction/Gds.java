package dev.larder.policies.eviction;

/**
 * GreedyDual-Size: H = L + c/s, which keeps small or costly objects (<a
 * href="https://www.usenix.org/conference/usits-97/cost-aware-www-proxy-caching-algorithms">Cao and Irani, Cost-Aware
 * WWW Proxy Caching Algorithms, 1997</a>, figure 1).
 */
public final class Gds<K> extends GreedyDual<K> {

    private final CostModel cost;

    /** Creates an empty policy of this capacity, in bytes. */
    public Gds(long capacity, CostModel cost) {
        super(capacity);
        this.cost = cost;
    }

    @Override
    double worth(long weight, long latency) {
        return cost.of(weight, latency) / weight;
    }

    @Override
    double value(RankedResident<K> resident) {
        return resident.worth;
    }
}
