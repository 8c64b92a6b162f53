package dev.larder.insight.lifetime;

import dev.larder.insight.audit.ConfidenceInterval;
import java.util.List;

/**
 * How long bodies live.
 *
 * @param staleness share of answers that may be stale
 * @param lives by route and rule, or pool
 * @param yaml the rules that all of it allows; empty if nothing does
 */
public record LifetimeReport(double staleness, List<RuleScopeLifetime> lives, String yaml) {

    /**
     * Of one route and rule, or pool.
     *
     * @param rule name of the rule; empty if none is for them
     * @param pool the pool; empty under a rule
     * @param seen how often it was known whether a body had changed
     * @param changed how often it had
     * @param oldestSeconds age of the oldest that was looked at
     * @param ages the same by age
     * @param yaml the rule that this allows; empty if it allows none
     */
    public record RuleScopeLifetime(
            String route,
            String rule,
            String pool,
            long seen,
            long changed,
            double oldestSeconds,
            List<AtAge> ages,
            String yaml) {}

    /**
     * Of one age.
     *
     * @param seconds since they were last known to be current
     * @param changedShare share of those that change by then, in truth
     */
    public record AtAge(double seconds, long seen, long changed, ConfidenceInterval changedShare) {}
}
