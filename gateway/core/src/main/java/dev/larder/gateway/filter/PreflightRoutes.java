package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.handler.RoutePredicateHandlerMapping;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsProcessor;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

/**
 * Routes CORS preflights about which the application says nothing, as other requests: the origin knows the answer. Spring's handler
 * mappings answer every preflight themselves, with 200 and nothing else where there is no configuration. So does this one: handlers
 * that a mapping returns for a preflight are not called.
 */
public final class PreflightRoutes implements HandlerMapping, Ordered {

    private static final String UNCONFIGURED = PreflightRoutes.class.getName();

    private final @Nullable RoutePredicateHandlerMapping routes;
    private final Predicate<Route> forwarded;

    /**
     * Creates a mapping before the gateway's own.
     *
     * @param routes the gateway's mapping; null if there is none
     * @param forwarded selects the routes that forward preflights
     */
    public PreflightRoutes(@Nullable RoutePredicateHandlerMapping routes, Predicate<Route> forwarded) {
        this.routes = routes;
        this.forwarded = forwarded;
        if (routes != null) {
            routes.setCorsProcessor(new Processor(routes.getCorsProcessor()));
        }
    }

    /** Returns whether a route has a cache. */
    public static boolean isCached(Route route) {
        return route.getFilters().stream().anyMatch(CacheFilter.class::isInstance);
    }

    @Override
    public Mono<Object> getHandler(ServerWebExchange exchange) {
        return routes != null && CorsUtils.isPreFlightRequest(exchange.getRequest())
                ? routes.getHandler(exchange).flatMap(answers -> handler(exchange, answers))
                : Mono.empty();
    }

    private Mono<Object> handler(ServerWebExchange exchange, Object answers) {
        return routes != null
                        && exchange.getAttributes().remove(UNCONFIGURED) != null
                        && exchange.getAttribute(GATEWAY_ROUTE_ATTR) instanceof Route route
                        && forwarded.test(route)
                ? routes.getHandler(new OrdinaryExchange(exchange))
                        .flatMap(handler -> forward(exchange, handler))
                        .thenReturn(answers)
                : Mono.just(answers);
    }

    private static Mono<Void> forward(ServerWebExchange exchange, Object handler) {
        return handler instanceof WebHandler filters ? filters.handle(exchange) : Mono.empty();
    }

    /** Of the same order as the gateway's own mapping, before which this one is registered. */
    @Override
    public int getOrder() {
        return routes == null ? LOWEST_PRECEDENCE : routes.getOrder();
    }

    /** Notes preflights without a configuration, and leaves their responses as they are. */
    private record Processor(CorsProcessor configured) implements CorsProcessor {

        @Override
        public boolean process(@Nullable CorsConfiguration configuration, ServerWebExchange exchange) {
            if (configuration == null && CorsUtils.isPreFlightRequest(exchange.getRequest())) {
                exchange.getAttributes().put(UNCONFIGURED, true);
                return true;
            }
            return configured.process(configuration, exchange);
        }
    }

    /** The exchange as that of a request that is no preflight, to be routed; it is forwarded as it is. */
    private static final class OrdinaryExchange extends ServerWebExchangeDecorator {

        private final ServerHttpRequest request;

        OrdinaryExchange(ServerWebExchange exchange) {
            super(exchange);
            var headers = new HttpHeaders();
            headers.addAll(exchange.getRequest().getHeaders());
            headers.remove(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
            this.request = new ServerHttpRequestDecorator(exchange.getRequest()) {
                @Override
                public HttpHeaders getHeaders() {
                    return headers;
                }
            };
        }

        @Override
        public ServerHttpRequest getRequest() {
            return request;
        }
    }
}
