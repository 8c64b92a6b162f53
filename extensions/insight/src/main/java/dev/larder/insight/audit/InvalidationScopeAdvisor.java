package dev.larder.insight.audit;

import dev.larder.invalidation.InvalidationScope;
import java.util.List;
import java.util.Optional;

/** Whether a pool can be dropped less broadly: only if that would have left nothing stale, in enough cases. */
final class InvalidationScopeAdvisor {

    /** With none stale among so many, no more than 1.3 % are in truth (95 %). */
    static final int LEAST_CASES = 300;

    /** What is not worth a change: one request in a hundred. */
    private static final double LEAST_GAIN = 0.01;

    /**
     * A scope that would have done.
     *
     * @param kept responses that it would have kept, none of them stale
     * @param gain how much of the pool's requests it would have answered from the store in addition
     */
    record Fitting(InvalidationScope scope, long kept, double gain) {

        /** How large the share of stale ones among them may be in truth. */
        ConfidenceInterval staleShare() {
            return ConfidenceInterval.of(0, kept);
        }
    }

    private InvalidationScopeAdvisor() {}

    /** The narrower scopes of a pool, the broadest first. */
    static List<InvalidationScope> narrower(InvalidationScope scope) {
        return switch (scope) {
            case POOL -> List.of(InvalidationScope.HIERARCHY, InvalidationScope.PATH);
            case HIERARCHY -> List.of(InvalidationScope.PATH);
            case PATH, GROUPS -> List.of();
        };
    }

    /** The broadest scope that gains as much as any. Each step to a narrower one needs cases of its own. */
    static Optional<Fitting> fitting(PoolEvidence pool) {
        Optional<Fitting> best = Optional.empty();
        long reads = pool.report().reads();
        for (InvalidationScope scope : narrower(pool.place().scope())) {
            NarrowerScopeEffect seen = pool.narrower().getOrDefault(scope, NarrowerScopeEffect.NONE);
            long before = best.map(Fitting::kept).orElse(0L);
            double gain = reads == 0 ? 0 : (double) (seen.kept() - before) / reads;
            if (seen.stale() > 0) {
                return best;
            }
            if (seen.kept() - before >= LEAST_CASES && gain >= LEAST_GAIN) {
                best = Optional.of(new Fitting(scope, seen.kept(), (double) seen.kept() / reads));
            }
        }
        return best;
    }
}
