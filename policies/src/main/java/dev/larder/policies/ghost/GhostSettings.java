package dev.larder.policies.ghost;

import java.util.List;

/**
 * What is tried, and on how much of the traffic.
 *
 * @param policies each at each size
 * @param sizes bytes, the smallest first
 * @param oneIn one key in so many is followed at most, a power of two: all of them, or half of these by chance, half as they
 *     are the heaviest
 * @param memory bytes that all of it may take: fewer keys are followed if they would take more
 * @param window reads after which those before count half; {@link Long#MAX_VALUE} if nothing is to be forgotten
 * @param seed decides which keys are drawn
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
