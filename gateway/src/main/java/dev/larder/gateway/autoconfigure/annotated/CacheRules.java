package dev.larder.gateway.autoconfigure.annotated;

import dev.larder.gateway.route.annotation.CacheRule;
import java.util.Optional;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/** Questions about {@link CacheRule}. */
final class CacheRules {

    private CacheRules() {}

    /** The one among these annotations. */
    static Optional<CacheRule> of(MergedAnnotations annotations) {
        return annotations.get(CacheRule.class).synthesize(MergedAnnotation::isPresent);
    }

    /** Whether it says anything about stored responses. */
    static boolean saysLifetimes(CacheRule rule) {
        return rule.ttlOverrides()
                || !(rule.ttl() + rule.staleWhileRevalidate() + rule.staleIfError() + rule.store()).isEmpty();
    }
}
