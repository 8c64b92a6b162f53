package dev.larder.rpc;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.larder.rpc.policy.FetchDenial;
import dev.larder.rpc.policy.WebOrigin;
import java.util.Optional;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;
import org.springframework.cloud.gateway.handler.RoutePredicateHandlerMapping;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

/** Dispatches requests to a route or a listed origin, and never to the gateway's own endpoints and pages. */
public final class RouteOnlyWebHandler implements WebHandler {

    private final RoutePredicateHandlerMapping routes;
    private final FilteringWebHandler filtering;
    private final ListedOriginRoutes listed;

    /** Creates a handler for these routes and origins. */
    public RouteOnlyWebHandler(
            RoutePredicateHandlerMapping routes, FilteringWebHandler filtering, ListedOriginRoutes listed) {
        this.routes = routes;
        this.filtering = filtering;
        this.listed = listed;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        DocumentFetch fetching = ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest());
        Optional<WebOrigin> origin = fetching.passing(exchange);
        if (origin.isPresent()) {
            exchange.getAttributes().put(GATEWAY_ROUTE_ATTR, listed.route(origin.get()));
            return named(exchange, fetching);
        }
        return routes.getHandler(exchange)
                .switchIfEmpty(Mono.fromRunnable(() -> fetching.deny(FetchDenial.NO_ROUTE)))
                .flatMap(handler -> handler instanceof WebHandler web ? web.handle(exchange) : Mono.empty());
    }

    /** Each fetch that has waited for a collapsed request without a route gets a named status. */
    private Mono<Void> named(ServerWebExchange exchange, DocumentFetch fetching) {
        return filtering.handle(exchange).doOnError(error -> denyIfDenied(fetching, error));
    }

    private static void denyIfDenied(DocumentFetch fetching, Throwable error) {
        if (AddressDeniedException.is(error)) {
            fetching.willBeDenied(FetchDenial.RESOLVED_ADDRESS);
        }
    }
}
