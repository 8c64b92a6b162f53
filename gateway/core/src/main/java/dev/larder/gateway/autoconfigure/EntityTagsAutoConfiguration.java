package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.entitytags.EntityTags;
import dev.larder.gateway.entitytags.EntityTagsGatewayFilterFactory;
import dev.larder.gateway.entitytags.TagLimits;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.Uploads;
import dev.larder.gateway.route.Rules;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalBus;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Adds the route filter {@code EntityTags}. It keeps nothing until a route has it. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(Rules.class)
public class EntityTagsAutoConfiguration {

    /** Tags do not outlive the process, so epochs may begin anywhere. */
    private static final long FIRST_EPOCH = 1;

    @Bean
    @Lazy
    EntityTags larderEntityTags(
            LarderProperties properties,
            OriginTags originTags,
            InvalidationBus bus,
            Invalidator invalidator,
            Uploads uploads) {
        var invalidation = properties.invalidation();
        return new EntityTags(
                bus instanceof LocalBus
                        ? new Invalidator(invalidation.counters(), FIRST_EPOCH, new LocalBus())
                        : invalidator,
                originTags,
                invalidation.uncertainty(),
                uploads,
                limits(properties.entityTags()));
    }

    @Bean
    @ConditionalOnMissingBean
    EntityTagsGatewayFilterFactory entityTagsGatewayFilterFactory(
            ObjectProvider<EntityTags> tags, Rules rules, LarderClock clock) {
        return new EntityTagsGatewayFilterFactory(tags::getObject, rules, clock);
    }

    private static TagLimits limits(EntityTagsProperties properties) {
        return new TagLimits(
                properties.maxTags(),
                properties.maxBytes().toBytes(),
                properties.maxSize().toBytes(),
                properties.maxBody().toBytes(),
                properties.maxWait());
    }
}
