package dev.larder.policies.eviction;

import java.util.List;

/** The quantity that {@link LarderPolicy} maximizes. */
public enum OptimizationGoal {

    /** The share of requests answered from the store. Reduces the load of the origin and the latency of clients. */
    HITS(
            3,
            new RetentionPreference(0, 1.5),
            new RetentionPreference(0.5, 3),
            new RetentionPreference(1, 1),
            new RetentionPreference(1, 3)) {
        @Override
        double gain(long size) {
            return 1;
        }
    },

    /** The share of bytes answered from the store. Reduces network traffic. */
    BYTES(
            2,
            new RetentionPreference(0, 0),
            new RetentionPreference(0, 1),
            new RetentionPreference(0, 1.5),
            new RetentionPreference(0, 2.5),
            new RetentionPreference(0, 5)) {
        @Override
        double gain(long size) {
            return size;
        }
    };

    private final int first;

    @SuppressWarnings("ImmutableEnumChecker") // a copy by List.of, of records
    private final List<RetentionPreference> candidates;

    OptimizationGoal(int first, RetentionPreference... candidates) {
        this.first = first;
        this.candidates = List.of(candidates);
    }

    /** Returns the value of a hit on an object of this size in bytes. */
    abstract double gain(long size);

    /** Returns the candidate preferences. */
    List<RetentionPreference> candidates() {
        return candidates;
    }

    /** Returns the index of the initial candidate, used until the traffic has shown which one is best. */
    int first() {
        return first;
    }
}
