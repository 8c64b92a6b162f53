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

/** A policy that is tried, by its name; the very class that rules stores and the simulator. */
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

    /** The name in settings and reports. */
    public String id() {
        return id;
    }

    /** The candidate of this name; empty if there is none. */
    public static Optional<CandidatePolicy> of(String id) {
        return Stream.of(values()).filter(candidate -> candidate.id.equals(id)).findAny();
    }

    /** Every name there is. */
    public static List<String> names() {
        return Stream.of(values()).map(CandidatePolicy::id).toList();
    }

    /**
     * An empty policy. A ghost's key weighs as much as all those that it stands for, which those policies that go by worth per
     * byte must not take for its size: they are told a cost that makes up for it.
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
