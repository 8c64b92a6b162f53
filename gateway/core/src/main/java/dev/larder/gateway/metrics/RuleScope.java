package dev.larder.gateway.metrics;

import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The requests that one existing or possible rule applies to: those under a rule, or otherwise those of one pool.
 *
 * @param route id of the route
 * @param rule name of the rule; empty if none applies
 * @param pool the path of the default pool, without the slash before it; empty if a rule applies, or for the path {@code /} alone
 */
public record RuleScope(String route, String rule, String pool) {

    private static final String ALL_OTHERS = "(others)";
    private static final int LONGEST = 100;

    /** Text that a path pattern takes literally. */
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9._~@!$',=+/-]*");

    /** Stands for all scopes that are no longer told apart; no rule can be proposed for it. */
    public static final RuleScope OTHERS = new RuleScope(ALL_OTHERS, "", ALL_OTHERS);

    /** Orders by name; with equal names, the pool precedes the rule. */
    public static final Comparator<RuleScope> BY_NAME = Comparator.comparing(RuleScope::target)
            .thenComparing(RuleScope::rule)
            .thenComparing(RuleScope::route);

    /** Returns the scope of a request. */
    public static RuleScope of(String route, ResourceTags tags) {
        RequestRule rule = tags.rule();
        return rule.name().isEmpty()
                ? new RuleScope(route, "", bounded(tags.defaultPoolPath().substring(1)))
                : new RuleScope(route, rule.name(), "");
    }

    /** Returns the name of the rule that applies, or of the pool. */
    public String target() {
        return rule.isEmpty() ? pool : rule;
    }

    /** Returns the same scope on all routes, to which one rule applies, or would apply. */
    public RuleScope onAllRoutes() {
        return new RuleScope("", rule, pool);
    }

    /** Returns the paths of a rule for this scope. */
    public String paths() {
        return pool.isEmpty() ? "/" : "/" + pool + "/**";
    }

    private static String bounded(String pool) {
        String lower = pool.toLowerCase(Locale.ROOT);
        return lower.length() <= LONGEST ? lower : ALL_OTHERS;
    }

    /** Returns whether a rule for it can be proposed. */
    public boolean isOne() {
        return PLAIN.matcher(pool).matches();
    }
}
