package dev.larder.gateway.filter;

import dev.larder.gateway.metrics.RuleScope;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoredResponse;
import java.time.Duration;

/** Tells whether what was stored is what the origin sends. */
final class ComparisonReporter {

    private ComparisonReporter() {}

    /** The origin has said whether a stored response is still what it sends. */
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
