package dev.larder.gateway.annotation;

import dev.larder.gateway.rule.annotation.CacheRule;

/** Queries about {@link CacheRule}. */
final class CacheRuleAttributes {

    private CacheRuleAttributes() {}

    /** Returns whether it sets anything about stored responses. */
    static boolean hasStoreAttributes(CacheRule rule) {
        return rule.ttlOverrides()
                || !(rule.ttl() + rule.staleWhileRevalidate() + rule.staleIfError() + rule.store()).isEmpty();
    }
}
