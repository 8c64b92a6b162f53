package dev.larder.gateway.filter;

import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.http.ClientConnection;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/**
 * Answers failures of origins that nobody has handled with problem details (RFC 9457): neither a filter of the route, nor the
 * application, whose own handlers or error attributes leave nothing to this one.
 */
public final class OriginFailureHandler implements WebExceptionHandler, Ordered {

    /** That of Spring Boot's own handler, before which this one is registered. */
    private static final int ORDER = -1;

    private static final Logger log = LoggerFactory.getLogger(OriginFailureHandler.class);

    private final SingletonSupplier<Boolean> answersHere;

    /** Creates a handler for the application of these beans. */
    public OriginFailureHandler(ListableBeanFactory beans) {
        this.answersHere =
                SingletonSupplier.of(() -> ErrorHandlers.answering(beans).isEmpty());
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable error) {
        if (exchange.getResponse().isCommitted()
                || error instanceof AbortedException && ClientConnection.isGone(ClientRequest.of(exchange))
                || !answersHere.obtain()) {
            return Mono.error(error);
        }
        Optional<GatewayProblem> problem = OriginFailure.problem(exchange, error);
        problem.ifPresent(known -> log.debug(
                "No answer from the origin to {}: {}", exchange.getRequest().getMethod(), error.toString()));
        return problem.map(known -> {
                    known.head(exchange);
                    return known.content(exchange.getResponse());
                })
                .orElseGet(() -> Mono.error(error));
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
