package dev.larder.entitytags.autoconfigure;

import dev.larder.entitytags.EntityTagLimits;
import dev.larder.entitytags.EntityTags;
import dev.larder.entitytags.EntityTagsGatewayFilterFactory;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.filter.UnsafeRequestForwarder;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.invalidation.Invalidator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Adds the route filter {@code EntityTags}. Stores nothing until a route uses it. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(RuleSet.class)
@EnableConfigurationProperties(EntityTagsProperties.class)
public class EntityTagsAutoConfiguration {

    @Bean
    @Lazy
    EntityTags larderEntityTags(
            EntityTagsProperties properties,
            OriginTags originTags,
            Invalidator invalidator,
            UnsafeRequestForwarder writes) {
        return new EntityTags(
                invalidator,
                writes,
                originTags,
                EntityTagLimits.of(properties.maxBody().toBytes()));
    }

    @Bean
    @ConditionalOnMissingBean
    EntityTagsGatewayFilterFactory entityTagsGatewayFilterFactory(
            ObjectProvider<EntityTags> tags, RuleSet rules, UnkeyedFields unkeyed, LarderClock clock) {
        return new EntityTagsGatewayFilterFactory(tags::getObject, rules, unkeyed.filtered(), clock);
    }
}
