package dev.larder.gateway.connection;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/** A cache of recent routing decisions, limited to a few megabytes. */
final class RoutingDecisionCache {

    private static final int OVERHEAD = 400;

    private final Cache<RequestTarget, CachedRoutingDecision> decisions;

    /**
     * Creates an empty cache.
     *
     * @param bytes approximate maximum size
     */
    RoutingDecisionCache(long bytes) {
        decisions = Caffeine.newBuilder()
                .maximumWeight(bytes)
                .weigher((RequestTarget target, CachedRoutingDecision decision) ->
                        OVERHEAD + target.length() + decision.routing().key().length())
                .executor(Runnable::run)
                .build();
    }

    @Nullable
    CachedRoutingDecision find(RequestTarget target) {
        return decisions.getIfPresent(target);
    }

    void keep(RequestTarget target, CachedRoutingDecision decision) {
        decisions.put(target, decision);
    }

    void forgetAll() {
        decisions.invalidateAll();
    }
}
