package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.observe.CacheReport;
import dev.larder.gateway.rfc9111.CachePolicy;
import dev.larder.gateway.rfc9111.RequestHead;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.web.server.ServerWebExchange;

/**
 * One request on a cached route.
 *
 * @param chain the rest of the route's filters, the origin at their end
 * @param request the head as it is forwarded
 */
record Visit(
        ServerWebExchange exchange,
        GatewayFilterChain chain,
        RequestHead request,
        CacheKey key,
        CachePolicy policy,
        CacheReport report) {

    boolean isHead() {
        return request.method().equals("HEAD");
    }

    /** What authenticates the request: only requests that agree in it may wait for one another. */
    String credentials() {
        return request.fields().combined("Authorization");
    }
}
