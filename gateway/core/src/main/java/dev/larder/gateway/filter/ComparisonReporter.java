package dev.larder.gateway.filter;

import dev.larder.gateway.metrics.RuleScope;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoredResponse;
import java.time.Duration;

/** Reports whether a stored response equals what the origin sends. */
final class ComparisonReporter {

    private ComparisonReporter() {}

    /** Reports whether the origin now sends another response than the stored one. */
    static void tell(CacheServices services, CacheExchange exchange, StoredResponse stored, boolean changed) {
        Duration age = Duration.between(
                stored.responseTime(), services.fetching().clock().steady());
        services.extensions()
                .events()
                .compared(
                        RuleScope.of(exchange.route(), exchange.resourceTags()),
                        age.isNegative() ? Duration.ZERO : age,
                        changed,
                        Storability.statesFreshness(stored.head(), exchange.policy(), stored.responseTime()));
    }
}
