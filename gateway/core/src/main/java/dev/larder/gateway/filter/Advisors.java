package dev.larder.gateway.filter;

import dev.larder.gateway.observe.dryrun.Backlog;
import dev.larder.gateway.observe.dryrun.DryRuns;
import dev.larder.gateway.observe.lifetime.Lifetimes;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * Who learns from requests what to propose.
 *
 * @param dryRuns what the cache would have done where it is not in use
 * @param lifetimes how long bodies live where it is
 */
public record Advisors(Backlog dryRuns, Lifetimes lifetimes) {

    /**
     * Advisors that have seen nothing yet.
     *
     * @param staleness share of answers that may be stale
     * @param rules names of all rules
     * @param executor runs what event loops have no time for
     */
    public static Advisors of(double staleness, Set<String> rules, Executor executor) {
        return new Advisors(new Backlog(new DryRuns(staleness, rules), executor), new Lifetimes(staleness, rules));
    }
}
