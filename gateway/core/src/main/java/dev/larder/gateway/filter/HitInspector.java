package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rule.ResourceTags;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * Inspects hits where the origin can be asked again: on their route, or at a connection that forwards requests. Of several beans of this type, the first one that {@link
 * #isActive} is used.
 */
public interface HitInspector {

    /** Inspects no hits. */
    HitInspector NONE = new HitInspector() {};

    /** Returns whether any hit may be inspected. Called once at startup; no other method of an inactive inspector is called. */
    default boolean isActive() {
        return false;
    }

    /** Returns why each hit must take its route, as a sentence for operators; empty if that is not necessary. */
    default Optional<String> needsEveryRoute() {
        return Optional.empty();
    }

    /** Returns whether a hit that could be answered before its request can be forwarded must be inspected. */
    default boolean needsRoute(CacheKey key, String pool, Instant now) {
        return false;
    }

    /**
     * Called when a request with a method other than HEAD has been looked up where it could be forwarded.
     *
     * @param hit whether it is answered from the store
     * @param drawn whether {@link #needsRoute} has returned true for it
     */
    default void lookedUp(ResourceTags tags, String rawPath, boolean hit, boolean drawn) {}

    /**
     * Answers with a fresh hit; inspection does not change the response.
     *
     * @param hit the hit, to be inspected before or while the response is sent
     */
    default Mono<Void> around(StoredHit hit, Supplier<Mono<Void>> answer) {
        return answer.get();
    }
}
