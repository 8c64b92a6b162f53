package dev.larder.policies.eviction;

/**
 * GreedyDual-Size-Frequency: H = L + f c/s, which keeps small, costly or popular objects. Evicts first, then inserts
 * the newcomer with the new L (<a href="https://www.hpl.hp.com/techreports/98/HPL-98-69R1.html">Cherkasova, Improving
 * WWW Proxies Performance with Greedy-Dual-Size-Frequency Caching Policy, 1998</a>, section 3).
 */
public final class Gdsf<K> extends GreedyDual<K> {

    private final CostModel cost;

    /** Creates an empty policy of this capacity, in bytes. */
    public Gdsf(long capacity, CostModel cost) {
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
}
