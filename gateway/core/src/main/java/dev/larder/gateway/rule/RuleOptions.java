package dev.larder.gateway.rule;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the gateway goes about requests under a rule.
 *
 * @param bypass how clients may go past the store
 * @param collapse whether concurrent requests for the same thing share one origin request
 * @param maxObjectSize bytes of content, beyond which a response is not stored; empty for what holds without a rule
 * @param store name of the store; empty for the one that all have without a rule
 * @param dryRun whether everything is forwarded, and only noted what would have been done
 */
public record RuleOptions(
        CacheBypass bypass, boolean collapse, OptionalLong maxObjectSize, Optional<String> store, boolean dryRun) {

    /** As without a rule. */
    public static final RuleOptions PLAIN =
            new RuleOptions(CacheBypass.NONE, true, OptionalLong.empty(), Optional.empty(), false);

    /** The same, with everything forwarded or not. */
    public RuleOptions withDryRun(boolean value) {
        return new RuleOptions(bypass, collapse, maxObjectSize, store, value);
    }
}
