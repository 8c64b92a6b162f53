package dev.larder.gateway.autoconfigure.annotated;

import dev.larder.gateway.route.annotation.CacheRule;

/** Questions about {@link CacheRule}. */
final class CacheRules {

    private CacheRules() {}

    /** Whether it says anything about stored responses. */
    static boolean saysLifetimes(CacheRule rule) {
        return rule.ttlOverrides()
                || !(rule.ttl() + rule.staleWhileRevalidate() + rule.staleIfError() + rule.store()).isEmpty();
    }
}
