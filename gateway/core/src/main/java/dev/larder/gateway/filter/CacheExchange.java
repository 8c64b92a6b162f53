package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.exchange.CollapsedFetches;
import dev.larder.gateway.exchange.GatewayProblem;
import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.filter.UnsafeRequestForwarder.WriteTarget;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.CacheStepObserver;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.RequestHead;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * One request on a cached route.
 *
 * @param keyed its exchange and key, and why the store is not asked
 * @param chain the rest of the route's filters, the origin at their end
 * @param request the head as it is forwarded
 * @param resourceTags what it can be made wrong by, or makes wrong
 * @param policy of the rule, with what the route's filter says beside it
 */
record CacheExchange(
        KeyedRequest keyed,
        GatewayFilterChain chain,
        RequestHead request,
        ResourceTags resourceTags,
        CachePolicy policy,
        CacheReport report,
        ExchangeCounter counting,
        PreparedResponse answer) {

    /** The same, by this exchange. */
    CacheExchange with(ServerWebExchange other) {
        return other == exchange()
                ? this
                : new CacheExchange(
                        new KeyedRequest(other, key(), keyed.obstacle()),
                        chain,
                        request,
                        resourceTags,
                        policy,
                        report,
                        counting,
                        answer);
    }

    ServerWebExchange exchange() {
        return keyed.exchange();
    }

    CacheKey key() {
        return keyed.key();
    }

    /** This request as a write. */
    WriteTarget writeTarget() {
        return new WriteTarget(exchange(), request, key(), resourceTags);
    }

    /** Answers with a problem detail of the gateway's own. */
    Mono<Void> problem(GatewayProblem problem) {
        report.local();
        problem.head(exchange());
        return answer.content(problem::content);
    }

    /** Lets others that ask for the same be looked up without being routed; not what goes past the store. */
    void setPrecedent(RoutingDecisionListener decisions) {
        if (keyed.obstacle().isEmpty() && (request.method().equals("GET") || isHead())) {
            decisions.note(
                    exchange(), new RoutingDecision(key(), request.target(), resourceTags.pool(), rule(), policy));
        }
    }

    /** The rule that is for it. */
    RequestRule rule() {
        return resourceTags.rule();
    }

    boolean isHead() {
        return request.method().equals("HEAD");
    }

    /** Whether the client asked on a condition that a 304 could answer (RFC 9110 13.1). */
    boolean conditional() {
        return request.fields().contains("If-None-Match") || request.fields().contains("If-Modified-Since");
    }

    /** Begins a step of it for those who observe. */
    CacheStepObservation step(CacheStepObserver spans, CacheStep step) {
        return spans.on() ? spans.begin(step, exchange(), route()) : CacheStepObservation.UNOBSERVED;
    }

    /** Id of the route; empty where there is none. */
    String route() {
        return route(exchange());
    }

    /** Id of the route of an exchange; empty where there is none. */
    static String route(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        return route == null ? "" : route.getId();
    }

    /**
     * Lets others that ask for the same not wait for one another for a while. What a client with credentials is answered, who
     * may be the only one to get it, says nothing about the others.
     */
    void setUnshareable(CollapsedFetches fetches) {
        if (!request.fields().contains("Authorization") && !request.fields().contains("Cookie")) {
            fetches.unshareable(key());
        }
    }

    /** What may tell users apart: only requests that agree in it may wait for one another. */
    String credentials() {
        return MessageHeadConverter.credentials(request);
    }

    /** The server's own request, behind every decoration. */
    Object nativeRequest() {
        return ServerHttpRequestDecorator.getNativeRequest(exchange().getRequest());
    }
}
