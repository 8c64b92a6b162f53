package dev.larder.gateway.observe;

import dev.larder.gateway.route.Reach;
import dev.larder.gateway.route.Rule;
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
public record Section(String route, String rule, String pool) {

    private static final String ALL_OTHERS = "(others)";
    private static final int LONGEST = 100;

    /** What a path pattern takes as it stands. */
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9._~@!$',=+-]*");

    /** What stands for all that are not told apart any more: nothing can be proposed for it. */
    public static final Section OTHERS = new Section(ALL_OTHERS, "", ALL_OTHERS);

    /** By name; of equal names the pool before the rule. */
    public static final Comparator<Section> BY_NAME =
            Comparator.comparing(Section::target).thenComparing(Section::rule).thenComparing(Section::route);

    /** That of a request. */
    public static Section of(String route, Reach reach) {
        Rule rule = reach.rule();
        return rule.name().isEmpty()
                ? new Section(route, "", bounded(reach.path().firstSegment()))
                : new Section(route, rule.name(), "");
    }

    /** The name of the rule that is for it, or of the pool. */
    public String target() {
        return rule.isEmpty() ? pool : rule;
    }

    /** The same on all routes: whatever one rule is for, or would be. */
    public Section onAllRoutes() {
        return new Section("", rule, pool);
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
