package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Pauses;
import dev.larder.gateway.route.Rule;
import java.time.Duration;

/**
 * Bounds on what one request may take.
 *
 * @param maxObjectSize bytes of content, beyond which a response is not stored if its rule does not say otherwise
 * @param collapseTimeout how long a request waits for another one's origin request
 * @param pauses between two pieces of a body that is being recorded
 */
public record CacheLimits(long maxObjectSize, Duration collapseTimeout, Pauses pauses) {

    /** Bytes of content, beyond which a response is not stored under this rule. */
    long maxObjectSize(Rule rule) {
        return rule.handling().maxObjectSize().orElse(maxObjectSize);
    }
}
