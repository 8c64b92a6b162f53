package dev.larder.policies.eviction;

import java.util.List;

/** What {@link LarderPolicy} is to make the most of. */
public enum OptimizationGoal {

    /** The share of requests answered from the store: spares the origin work, and clients waiting. */
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

    /** The share of bytes answered from the store: spares the network. */
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

    /** What a hit on an object of this size in bytes is worth. */
    abstract double gain(long size);

    /** The preferences to choose from. */
    List<RetentionPreference> candidates() {
        return candidates;
    }

    /** Index of the candidate to begin with, before the traffic has shown which is best. */
    int first() {
        return first;
    }
}
