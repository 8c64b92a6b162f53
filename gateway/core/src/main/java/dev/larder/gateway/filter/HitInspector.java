package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rule.ResourceTags;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * Inspects hits, each on its route, where the origin can be asked again. Of the beans of this type the first that
 * {@link #isActive} does.
 */
public interface HitInspector {

    /** Inspects none. */
    HitInspector NONE = new HitInspector() {};

    /** Whether any hit may be inspected. Asked once, at the start: of one that is not active nothing else is asked. */
    default boolean isActive() {
        return false;
    }

    /** Why each hit has to take its route, as a sentence for operators; empty if not each has to. */
    default Optional<String> needsEveryRoute() {
        return Optional.empty();
    }

    /** Whether a hit that could be answered before its route has to take it. */
    default boolean needsRoute(CacheKey key, String pool, Instant now) {
        return false;
    }

    /**
     * A request of another method than HEAD has been looked up on its route.
     *
     * @param hit whether it is answered from the store
     * @param drawn whether {@link #needsRoute} has said that it has to take it
     */
    default void lookedUp(ResourceTags tags, String rawPath, boolean hit, boolean drawn) {}

    /**
     * Answers with a fresh hit; the answer is the same whether it is inspected or not.
     *
     * @param hit what may be inspected, before the answer or beside it
     */
    default Mono<Void> around(StoredHit hit, Supplier<Mono<Void>> answer) {
        return answer.get();
    }
}
