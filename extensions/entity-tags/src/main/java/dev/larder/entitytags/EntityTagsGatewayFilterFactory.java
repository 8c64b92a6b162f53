package dev.larder.entitytags;

import dev.larder.gateway.describe.FilteredFields;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.RuleSet;
import java.util.function.Supplier;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/**
 * The route filter {@code EntityTags}, for a service without entity tags: computes those of its responses, and answers {@code
 * If-None-Match} with 304 without contacting it until the next write.
 */
public final class EntityTagsGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

    private final Supplier<EntityTags> tags;
    private final RuleSet rules;
    private final FilteredFields filtered;
    private final LarderClock clock;

    /** Creates a factory over these tags, which are requested when the first route needs them. */
    public EntityTagsGatewayFilterFactory(
            Supplier<EntityTags> tags, RuleSet rules, FilteredFields filtered, LarderClock clock) {
        super(Object.class);
        this.tags = tags;
        this.rules = rules;
        this.filtered = filtered;
        this.clock = clock;
    }

    @Override
    public GatewayFilter apply(Object config) {
        return new EntityTagsFilter(tags.get(), rules, filtered, clock);
    }
}
