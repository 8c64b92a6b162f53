package dev.larder.policies.ghost;

import java.util.List;

/**
 * The candidates of the ghosts and the size of their sample.
 *
 * @param policies each at each size
 * @param sizes bytes, the smallest first
 * @param oneIn at most one key in this many is followed, a power of two: all of them, or half of these by chance and
 *     half as the heaviest
 * @param memory bound in bytes; fewer keys are followed if they would exceed it
 * @param window number of reads after which earlier ones count half; {@link Long#MAX_VALUE} to keep all
 * @param seed determines which keys are sampled
 */
public record GhostSettings(
        List<CandidatePolicy> policies, List<Long> sizes, long oneIn, long memory, long window, long seed) {

    public GhostSettings {
        policies = List.copyOf(policies);
        sizes = sizes.stream().distinct().sorted().toList();
        if (oneIn < 1 || Long.bitCount(oneIn) != 1) {
            throw new IllegalArgumentException("one key in " + oneIn + ": expected a power of two");
        }
    }
}
