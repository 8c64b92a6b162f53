package dev.larder.policies.eviction;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The eviction policies, by their names in settings and reports. */
public enum PolicyName {
    LRU,
    LFU,
    FIFO,
    RANDOM,
    GDS,
    GDSF,
    GDSF_REFUSING,
    LFUDA,
    TINYLFU,
    S3FIFO,
    SIEVE,
    LARDER;

    /** Returns the name in settings and reports, such as {@code gdsf-refusing}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the policy of this name; empty if there is none. */
    public static Optional<PolicyName> of(String id) {
        return Arrays.stream(values()).filter(name -> name.id().equals(id)).findAny();
    }

    /**
     * Creates an empty policy. The GreedyDual family counts every miss at the same cost; the goal of larder is hits.
     *
     * @param capacity maximum total weight of the residents, in bytes
     * @param seed determines the random choices of a policy; most policies make none
     */
    public <K> EvictionPolicy<K> create(long capacity, long seed) {
        return switch (this) {
            case LRU -> new Lru<>(capacity);
            case LFU -> new Lfu<>(capacity);
            case FIFO -> new Fifo<>(capacity);
            case RANDOM -> new RandomEviction<>(capacity, seed);
            case GDS -> new Gds<>(capacity, CostModel.UNIT);
            case GDSF -> new Gdsf<>(capacity, CostModel.UNIT);
            case GDSF_REFUSING -> new GdsfRefusing<>(capacity, CostModel.UNIT);
            case LFUDA -> new Lfuda<>(capacity);
            case TINYLFU -> new TinyLfu<>(capacity);
            case S3FIFO -> new S3Fifo<>(capacity);
            case SIEVE -> new Sieve<>(capacity);
            case LARDER -> new LarderPolicy<>(capacity, OptimizationGoal.HITS, seed);
        };
    }
}
