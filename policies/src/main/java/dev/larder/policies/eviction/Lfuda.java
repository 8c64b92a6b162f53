package dev.larder.policies.eviction;

/**
 * LFU with dynamic aging: H = L + f, L the H of the last victim, so that formerly popular objects do not stay forever
 * (<a href="https://doi.org/10.1145/346000.346003">Arlitt et al., Evaluating Content Management Techniques for Web
 * Proxy Caches, 2000</a>, section 4).
 */
public final class Lfuda<K> extends GreedyDual<K> {

    /** Creates an empty policy of this capacity, in bytes. */
    public Lfuda(long capacity) {
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
}
