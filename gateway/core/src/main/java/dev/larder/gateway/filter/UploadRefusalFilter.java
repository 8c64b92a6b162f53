package dev.larder.gateway.filter;

import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.http.ClientConnection;
import java.util.function.Function;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/**
 * Answers requests whose content is rejected, on routes without a cache. Filters of the route would mistake the error for the
 * origin's: a circuit breaker would open, and one client's content would turn all others away. They change the head of this
 * response as of others.
 */
public final class UploadRefusalFilter implements GlobalFilter, Ordered {

    /** After the filters of the route, before those that read content. */
    public static final int ORDER = CacheFilter.ORDER - 1;

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (!UploadReceiver.hasContent(exchange.getRequest())) {
            return chain.filter(exchange);
        }
        MessageHeadConverter.noteBeforeAttempts(exchange);
        return chain.filter(exchange)
                .onErrorResume(error -> answer(
                        exchange,
                        error,
                        problem -> PreparedResponse.at(exchange).content(problem::content)));
    }

    /** @param content writes the content of the problem, or prepares it to be written */
    static Mono<Void> answer(
            ServerWebExchange exchange, Throwable error, Function<GatewayProblem, Mono<Void>> content) {
        ServerHttpResponse response = exchange.getResponse();
        if (error instanceof AbortedException && ClientConnection.isGone(client(exchange))) {
            return Mono.empty();
        }
        if (response.isCommitted() || !GatewayProblem.isOfClient(error)) {
            return Mono.error(error);
        }
        GatewayProblem problem = GatewayProblem.of(error).orElseThrow();
        problem.head(exchange);
        response.getHeaders().set(HttpHeaders.CONNECTION, "close");
        return content.apply(problem);
    }

    private static Object client(ServerWebExchange exchange) {
        return ClientRequest.of(exchange);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
