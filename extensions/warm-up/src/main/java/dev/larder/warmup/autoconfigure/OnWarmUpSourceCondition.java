package dev.larder.warmup.autoconfigure;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/** Met if any source of targets is configured. */
final class OnWarmUpSourceCondition extends AnyNestedCondition {

    OnWarmUpSourceCondition() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnProperty("larder.warm-up.from.list")
    static class List {}

    @ConditionalOnProperty("larder.warm-up.from.access-log")
    static class AccessLog {}

    @ConditionalOnProperty("larder.warm-up.from.peer")
    static class Peer {}

    @ConditionalOnProperty("larder.warm-up.from.sitemap")
    static class Sitemap {}
}
