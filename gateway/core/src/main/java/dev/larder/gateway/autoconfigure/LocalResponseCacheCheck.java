package dev.larder.gateway.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.filter.GlobalFilter;

/** Warns of the gateway's own cache, which answers before Larder. */
final class LocalResponseCacheCheck {

    private static final Logger log = LoggerFactory.getLogger(LocalResponseCacheCheck.class);
    private static final String BUILT_IN = "GlobalLocalResponseCacheGatewayFilter";

    private LocalResponseCacheCheck() {}

    static void check(ObjectProvider<GlobalFilter> filters) {
        if (filters.stream()
                .anyMatch(filter -> filter.getClass().getSimpleName().equals(BUILT_IN))) {
            log.warn("The gateway's LocalResponseCache precedes all routes: it responds before Larder, and"
                    + " stores private responses. Remove spring.cloud.gateway.server.webflux.filter.local-response-cache.enabled,"
                    + " or set spring.cloud.gateway.server.webflux.global-filter.local-response-cache.enabled=false.");
        }
    }
}
