package dev.larder.gateway.actuate;

import dev.larder.gateway.rule.RuleSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether the cache is in use: the view {@code mode} of the endpoint {@code larder}, and its change. */
public final class CacheMode {

    /** Name of the view. */
    public static final String VIEW = "mode";

    private static final String CACHING = "caching";
    private static final String PASSING = "passing";

    private final RuleSet rules;
    private final OperatorActionGuard guard;

    /** Creates the mode of requests under these rules. */
    public CacheMode(RuleSet rules, OperatorActionGuard guard) {
        this.rules = rules;
        this.guard = guard;
    }

    /**
     * The mode of the cache.
     *
     * @param mode {@code caching}, or {@code passing} if every request goes to its origin
     */
    public record View(String mode) {}

    /** Returns the mode. */
    public View view() {
        return new View(rules.isPassing() ? PASSING : CACHING);
    }

    View change(@Nullable String mode, Optional<String> by) {
        guard.requireEnabled("Changing the mode");
        if (mode == null || !mode.equals(CACHING) && !mode.equals(PASSING)) {
            throw RefusedOperationException.badRequest(
                    "The mode is passing, to have every request forwarded, or caching, to use the cache again.");
        }
        rules.pass(mode.equals(PASSING));
        AuditLog.mode(mode, by);
        return view();
    }
}
