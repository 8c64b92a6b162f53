package dev.larder.gateway.filter;

import dev.larder.gateway.observe.dryrun.DryRuns;
import dev.larder.gateway.observe.lifetime.Lifetimes;

/**
 * Who learns from requests what to propose.
 *
 * @param dryRuns what the cache would have done where it is not in use
 * @param lifetimes how long bodies live where it is
 */
public record Advisors(DryRuns dryRuns, Lifetimes lifetimes) {

    /**
     * Advisors that have seen nothing yet.
     *
     * @param staleness share of answers that may be stale
     */
    public static Advisors of(double staleness) {
        return new Advisors(new DryRuns(staleness), new Lifetimes(staleness));
    }
}
