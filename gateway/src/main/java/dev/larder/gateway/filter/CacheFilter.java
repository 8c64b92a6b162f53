package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Problem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.RouteToRequestUrlFilter;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/**
 * Answers requests of one route from the store, as RFC 9111 says. It comes after every filter of the route, wherever it
 * stands in the route's list: a hit never answers whom the route would have refused, and what is keyed is what is
 * forwarded. What it answers with is written after those filters have seen the response, by {@link AnswerWriter}. A
 * second one in the same route does nothing.
 */
public final class CacheFilter implements GatewayFilter, Ordered {

    /** Just after the target of the request is known. */
    public static final int ORDER = RouteToRequestUrlFilter.ROUTE_TO_URL_FILTER_ORDER + 1;

    private static final Logger log = LoggerFactory.getLogger(CacheFilter.class);

    private final Visits visits;
    private final Lookup lookup;

    CacheFilter(CacheServices services, RouteRule routeRule) {
        this.visits = new Visits(services, routeRule);
        this.lookup = new Lookup(services);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (PreparedAnswer.of(exchange).isPresent()) {
            return chain.filter(exchange);
        }
        PreparedAnswer answer = PreparedAnswer.begin(exchange);
        return visits.open(exchange, chain, answer)
                .flatMap(visit -> {
                    answer.onFailure(error -> problem(visit, error));
                    return lookup.answer(visit).onErrorResume(error -> problem(visit, error));
                })
                .onErrorResume(DataBufferLimitException.class, tooLong -> {
                    Problem problem = Problem.of(tooLong).orElseThrow();
                    problem.head(exchange.getResponse());
                    return answer.content(problem::content);
                });
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public String toString() {
        return "[Cache]";
    }

    /** What went wrong as the client may see it; nothing if the client itself has gone. */
    private static Mono<Void> problem(Visit visit, Throwable error) {
        var response = visit.exchange().getResponse();
        if (error instanceof AbortedException) {
            return visit.answer().content(gone -> Mono.empty());
        }
        if (response.isCommitted()) {
            return Mono.error(error);
        }
        log.debug("No answer from the origin to {}: {}", visit.request().method(), error.toString());
        return Problem.of(error).map(visit::problem).orElseGet(() -> Mono.error(error));
    }
}
