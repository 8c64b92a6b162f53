package dev.larder.gateway.metrics;

import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Requests that one rule is for, or would be: those under a rule, else those of one pool.
 *
 * @param route id of the route
 * @param rule name of the rule; empty if none is for them
 * @param pool the pool; empty if a rule is for them, or for the path {@code /} alone
 */
public record RuleScope(String route, String rule, String pool) {

    private static final String ALL_OTHERS = "(others)";
    private static final int LONGEST = 100;

    /** What a path pattern takes as it stands. */
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9._~@!$',=+-]*");

    /** What stands for all that are not told apart any more: nothing can be proposed for it. */
    public static final RuleScope OTHERS = new RuleScope(ALL_OTHERS, "", ALL_OTHERS);

    /** By name; of equal names the pool before the rule. */
    public static final Comparator<RuleScope> BY_NAME = Comparator.comparing(RuleScope::target)
            .thenComparing(RuleScope::rule)
            .thenComparing(RuleScope::route);

    /** That of a request. */
    public static RuleScope of(String route, ResourceTags tags) {
        RequestRule rule = tags.rule();
        return rule.name().isEmpty()
                ? new RuleScope(route, "", bounded(tags.path().firstSegment()))
                : new RuleScope(route, rule.name(), "");
    }

    /** The name of the rule that is for it, or of the pool. */
    public String target() {
        return rule.isEmpty() ? pool : rule;
    }

    /** The same on all routes: whatever one rule is for, or would be. */
    public RuleScope onAllRoutes() {
        return new RuleScope("", rule, pool);
    }

    /** The paths of a rule that would be for it. */
    public String paths() {
        return pool.isEmpty() ? "/" : "/" + pool + "/**";
    }

    private static String bounded(String pool) {
        String lower = pool.toLowerCase(Locale.ROOT);
        return lower.length() <= LONGEST ? lower : ALL_OTHERS;
    }

    /** Whether a rule for it can be proposed. */
    public boolean isOne() {
        return PLAIN.matcher(pool).matches();
    }
}
