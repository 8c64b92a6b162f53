package dev.larder.insight.lifetime;

import dev.larder.insight.proposal.RuleProposal;
import java.time.Duration;

/**
 * Lifetimes for a rule.
 *
 * @param ttl freshness; zero if bodies change too fast for a worthwhile one
 * @param staleWhileRevalidate how long responses are served stale; zero if not at all
 */
public record TtlProposal(Duration ttl, Duration staleWhileRevalidate) {

    /** Whether it is no shorter than the current lifetime. */
    public boolean isAtLeast(Duration lifetime) {
        return ttl.compareTo(lifetime) >= 0;
    }

    /**
     * Writes the lifetimes to a rule.
     *
     * @param stated whether the origin states a freshness, which these replace
     */
    public void in(RuleProposal rule, boolean stated) {
        if (ttl.isZero()) {
            rule.say("revalidate", "always");
            return;
        }
        rule.say("ttl", ttl);
        if (stated) {
            rule.say("ttl-overrides", true);
        }
        if (!staleWhileRevalidate.isZero()) {
            rule.say("stale-while-revalidate", staleWhileRevalidate);
        }
    }
}
