package dev.larder.entitytags.autoconfigure;

import dev.larder.entitytags.EntityTags;
import dev.larder.entitytags.EntityTagsGatewayFilterFactory;
import dev.larder.entitytags.TagLimits;
import dev.larder.gateway.autoconfigure.InvalidationProperties;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.LarderProperties;
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
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Adds the route filter {@code EntityTags}. It keeps nothing until a route has it. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(Rules.class)
@EnableConfigurationProperties(EntityTagsProperties.class)
public class EntityTagsAutoConfiguration {

    /** Tags do not outlive the process, so epochs may begin anywhere. */
    private static final long FIRST_EPOCH = 1;

    @Bean
    @Lazy
    EntityTags larderEntityTags(
            LarderProperties gateway,
            EntityTagsProperties properties,
            OriginTags originTags,
            InvalidationBus bus,
            Invalidator invalidator,
            Uploads uploads) {
        var invalidation = gateway.invalidation();
        return new EntityTags(
                bus instanceof LocalBus
                        ? new Invalidator(InvalidationProperties.COUNTERS, FIRST_EPOCH, new LocalBus())
                        : invalidator,
                originTags,
                invalidation.uncertainty(),
                uploads,
                TagLimits.of(properties.maxBody().toBytes()));
    }

    @Bean
    @ConditionalOnMissingBean
    EntityTagsGatewayFilterFactory entityTagsGatewayFilterFactory(
            ObjectProvider<EntityTags> tags, Rules rules, LarderClock clock) {
        return new EntityTagsGatewayFilterFactory(tags::getObject, rules, clock);
    }
}
