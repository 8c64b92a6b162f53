package dev.larder.entitytags;

import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.rule.RuleSet;
import java.util.function.Supplier;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/**
 * The route filter {@code EntityTags}: for a service that knows no entity tags, those of its responses are computed, and
 * {@code If-None-Match} is answered 304 without asking it while no write has come by.
 */
public final class EntityTagsGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

    private final Supplier<EntityTags> tags;
    private final RuleSet rules;
    private final LarderClock clock;

    /** Makes filters over these tags, which are asked for when the first route wants them. */
    public EntityTagsGatewayFilterFactory(Supplier<EntityTags> tags, RuleSet rules, LarderClock clock) {
        super(Object.class);
        this.tags = tags;
        this.rules = rules;
        this.clock = clock;
    }

    @Override
    public GatewayFilter apply(Object config) {
        return new EntityTagsFilter(tags.get(), rules, clock);
    }
}
