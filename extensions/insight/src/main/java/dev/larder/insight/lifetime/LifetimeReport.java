package dev.larder.insight.lifetime;

import dev.larder.insight.audit.ConfidenceInterval;
import java.util.List;

/**
 * How long bodies stay unchanged.
 *
 * @param staleness share of responses that may be stale
 * @param lives by route and rule, or pool
 * @param yaml the rules that the observations permit; empty if there are none
 */
public record LifetimeReport(double staleness, List<RuleScopeLifetime> lives, String yaml) {

    /**
     * Observations of one route and rule, or pool.
     *
     * @param rule name of the rule; empty if there is none
     * @param pool the pool; empty under a rule
     * @param seen how often it was known whether a body had changed
     * @param changed how often it had
     * @param oldestSeconds age of the oldest observed body
     * @param ages the same by age
     * @param yaml the rule that this permits; empty if there is none
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
     * Observations of one age.
     *
     * @param seconds since they were last known to be current
     * @param changedShare confidence interval of the share that changes by then
     */
    public record AtAge(double seconds, long seen, long changed, ConfidenceInterval changedShare) {}
}
