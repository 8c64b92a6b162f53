package dev.larder.gateway.connection;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/** What requests come to, found out lately by others before them: as many shortcuts as fit into a few megabytes. */
final class RoutingDecisionCache {

    private static final int OVERHEAD = 400;

    private final Cache<RequestTarget, CachedRoutingDecision> shortcuts;

    /**
     * None yet.
     *
     * @param bytes that they may take, roughly
     */
    RoutingDecisionCache(long bytes) {
        shortcuts = Caffeine.newBuilder()
                .maximumWeight(bytes)
                .weigher((RequestTarget target, CachedRoutingDecision decision) ->
                        OVERHEAD + target.length() + decision.routing().key().length())
                .executor(Runnable::run)
                .build();
    }

    @Nullable
    CachedRoutingDecision find(RequestTarget target) {
        return shortcuts.getIfPresent(target);
    }

    void keep(RequestTarget target, CachedRoutingDecision decision) {
        shortcuts.put(target, decision);
    }

    void forgetAll() {
        shortcuts.invalidateAll();
    }
}
