package dev.larder.gateway.filter;

import java.util.Optional;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/** Creates the route filter {@code WriteInvalidation}, for uncached routes that write to what other routes cache. */
public final class WriteInvalidationGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

    /** Name of the filter in route definitions. */
    public static final String NAME = "WriteInvalidation";

    private final CacheServices services;

    /** Creates a factory of filters that use these services. */
    public WriteInvalidationGatewayFilterFactory(CacheServices services) {
        this.services = services;
    }

    /** Creates a filter that also applies this rule of the configuration, whose handler of unsafe requests may take them over. */
    public GatewayFilter under(String rule) {
        services.requests().rules().use(rule);
        return new UnsafeRequestRuleFilter(services, new CacheFilterArguments(Optional.empty(), Optional.of(rule)));
    }

    @Override
    public GatewayFilter apply(Object config) {
        return new WriteInvalidationFilter(services);
    }
}
