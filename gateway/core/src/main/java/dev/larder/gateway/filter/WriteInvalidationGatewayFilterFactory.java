package dev.larder.gateway.filter;

import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/** The route filter {@code WriteInvalidation}: for routes that write to what other routes cache, and cache nothing themselves. */
public final class WriteInvalidationGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

    private final CacheServices services;

    /** Makes filters over these services. */
    public WriteInvalidationGatewayFilterFactory(CacheServices services) {
        this.services = services;
    }

    @Override
    public GatewayFilter apply(Object config) {
        return new WriteInvalidationFilter(services);
    }
}
