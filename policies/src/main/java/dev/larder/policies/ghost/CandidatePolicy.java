package dev.larder.policies.ghost;

import dev.larder.policies.caffeine.CaffeinePolicy;
import dev.larder.policies.eviction.CostModel;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.Gds;
import dev.larder.policies.eviction.Gdsf;
import dev.larder.policies.eviction.GdsfRefusing;
import dev.larder.policies.eviction.PolicyName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A candidate policy, by its name; the same class that governs stores and the simulator. */
public enum CandidatePolicy {
    LRU(PolicyName.LRU),
    LFU(PolicyName.LFU),
    FIFO(PolicyName.FIFO),
    RANDOM(PolicyName.RANDOM),
    GDS(PolicyName.GDS),
    GDSF(PolicyName.GDSF),
    GDSF_REFUSING(PolicyName.GDSF_REFUSING),
    LFUDA(PolicyName.LFUDA),
    TINYLFU(PolicyName.TINYLFU),
    S3FIFO(PolicyName.S3FIFO),
    SIEVE(PolicyName.SIEVE),
    LARDER(PolicyName.LARDER),
    CAFFEINE("caffeine");

    private final String id;

    CandidatePolicy(PolicyName policy) {
        this(policy.id());
    }

    CandidatePolicy(String id) {
        this.id = id;
    }

    /** Returns the name in settings and reports. */
    public String id() {
        return id;
    }

    /** Returns the candidate of this name; empty if there is none. */
    public static Optional<CandidatePolicy> of(String id) {
        return Stream.of(values()).filter(candidate -> candidate.id.equals(id)).findAny();
    }

    /** Returns the names of all candidates. */
    public static List<String> names() {
        return Stream.of(values()).map(CandidatePolicy::id).toList();
    }

    /**
     * Creates an empty policy. A ghost's key weighs as much as all the keys that it represents. Policies that rank by
     * value per byte must not take that weight for its size: they receive a cost that compensates for it.
     */
    EvictionPolicy<SampledKey> create(long capacity, long seed) {
        return switch (this) {
            case GDS -> new Gds<>(capacity, CostModel.LATENCY);
            case GDSF -> new Gdsf<>(capacity, CostModel.LATENCY);
            case GDSF_REFUSING -> new GdsfRefusing<>(capacity, CostModel.LATENCY);
            case CAFFEINE -> new CaffeinePolicy<>(capacity);
            default -> PolicyName.of(id).orElseThrow().create(capacity, seed);
        };
    }
}
