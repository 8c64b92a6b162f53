package dev.larder.gateway.rule;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the gateway handles requests under a rule.
 *
 * @param bypass how clients may bypass the store
 * @param collapse whether concurrent requests for the same resource share one origin request
 * @param maxObjectSize maximum size in bytes of a stored response; empty for the general limit
 * @param store name of the store; empty for the default store
 * @param fields what counts of the fields of responses
 * @param earlyHints whether navigations get links of a stored response while the origin is asked about it (RFC 8297)
 * @param dryRun whether everything is forwarded, and only what the cache would have done is recorded
 */
public record RuleOptions(
        CacheBypass bypass,
        boolean collapse,
        OptionalLong maxObjectSize,
        Optional<String> store,
        ResponseFieldRules fields,
        boolean earlyHints,
        boolean dryRun) {

    /** Name of the store for responses that no rule assigns to another store. */
    public static final String DEFAULT_STORE = "default";

    /** The options without a rule. */
    public static final RuleOptions PLAIN = new RuleOptions(
            CacheBypass.NONE, true, OptionalLong.empty(), Optional.empty(), ResponseFieldRules.NONE, false, false);

    /** Returns the same options with this dry-run setting. */
    public RuleOptions withDryRun(boolean value) {
        return new RuleOptions(bypass, collapse, maxObjectSize, store, fields, earlyHints, value);
    }
}
