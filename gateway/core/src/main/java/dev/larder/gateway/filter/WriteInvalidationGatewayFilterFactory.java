package dev.larder.gateway.filter;

import java.util.Optional;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/** The route filter {@code WriteInvalidation}: for routes that write to what other routes cache, and cache nothing themselves. */
public final class WriteInvalidationGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

    /** What routes call it. */
    public static final String NAME = "WriteInvalidation";

    private final CacheServices services;

    /** Makes filters over these services. */
    public WriteInvalidationGatewayFilterFactory(CacheServices services) {
        this.services = services;
    }

    /** A filter that does the same under this rule of the configuration, whose handler of unsafe requests may take them over. */
    public GatewayFilter under(String rule) {
        services.requests().rules().use(rule);
        return new UnsafeRequestRuleFilter(services, new CacheFilterArguments(Optional.empty(), Optional.of(rule)));
    }

    @Override
    public GatewayFilter apply(Object config) {
        return new WriteInvalidationFilter(services);
    }
}
