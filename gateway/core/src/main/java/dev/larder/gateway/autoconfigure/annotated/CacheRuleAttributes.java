package dev.larder.gateway.autoconfigure.annotated;

import dev.larder.gateway.rule.annotation.CacheRule;

/** Questions about {@link CacheRule}. */
final class CacheRuleAttributes {

    private CacheRuleAttributes() {}

    /** Whether it says anything about stored responses. */
    static boolean saysLifetimes(CacheRule rule) {
        return rule.ttlOverrides()
                || !(rule.ttl() + rule.staleWhileRevalidate() + rule.staleIfError() + rule.store()).isEmpty();
    }
}
