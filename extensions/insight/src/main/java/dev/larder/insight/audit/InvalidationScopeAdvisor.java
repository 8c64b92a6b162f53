package dev.larder.insight.audit;

import dev.larder.invalidation.InvalidationScope;
import java.util.List;
import java.util.Optional;

/** Recommends a narrower scope for a pool: only if that would have left no stale response, in enough cases. */
final class InvalidationScopeAdvisor {

    /** If none among so many is stale, the true share is at most 1.3 % (95 %). */
    static final int MIN_CASES = 300;

    /** Smallest gain worth a change: one request in a hundred. */
    private static final double MIN_GAIN = 0.01;

    /**
     * A scope that would have sufficed.
     *
     * @param kept number of responses that it would have kept, none of them stale
     * @param gain share of the pool's requests that it would have answered from the store in addition
     */
    record Fitting(InvalidationScope scope, long kept, double gain) {

        /** Returns the interval of the share of stale responses among those kept. */
        ConfidenceInterval staleShare() {
            return ConfidenceInterval.of(0, kept);
        }
    }

    private InvalidationScopeAdvisor() {}

    /** Returns the narrower scopes of a pool, the broadest first. */
    static List<InvalidationScope> narrower(InvalidationScope scope) {
        return switch (scope) {
            case POOL -> List.of(InvalidationScope.COLLECTION, InvalidationScope.HIERARCHY, InvalidationScope.PATH);
            case COLLECTION -> List.of(InvalidationScope.HIERARCHY, InvalidationScope.PATH);
            case HIERARCHY -> List.of(InvalidationScope.PATH);
            case PATH, GROUPS -> List.of();
        };
    }

    /** Returns the broadest scope with the greatest gain. Each step to a narrower scope needs cases of its own. */
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
            if (seen.kept() - before >= MIN_CASES && gain >= MIN_GAIN) {
                best = Optional.of(new Fitting(scope, seen.kept(), (double) seen.kept() / reads));
            }
        }
        return best;
    }
}
