package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.BodyIdleTimeout;
import dev.larder.gateway.exchange.BodyRecorderFactory;
import dev.larder.gateway.rule.RequestRule;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Bounds on what one request may take.
 *
 * @param maxObjectSize bytes of content, beyond which a response is not stored if its rule does not say otherwise
 * @param collapseTimeout how long a request waits for another one's origin request
 * @param pauses between two pieces of a body that is being recorded
 * @param beyondHeap where the larger bodies of a rule's responses go, if they go anywhere
 */
public record CacheLimits(
        long maxObjectSize,
        Duration collapseTimeout,
        BodyIdleTimeout pauses,
        Function<RequestRule, Optional<BodyRecorderFactory>> beyondHeap) {

    /** Bytes of content, beyond which a response is not stored under this rule. */
    long maxObjectSize(RequestRule rule) {
        return rule.handling().maxObjectSize().orElse(maxObjectSize);
    }

    /** Where bodies beyond {@link #maxObjectSize(RequestRule)} go. */
    Optional<BodyRecorderFactory> beyondHeap(RequestRule rule) {
        return beyondHeap.apply(rule);
    }

    /** Whether a response may be stored, as far as its length is known. */
    boolean bears(OptionalLong announced, RequestRule rule) {
        return announced.orElse(0) <= maxObjectSize(rule)
                || beyondHeap(rule).filter(place -> place.accepts(announced)).isPresent();
    }
}
