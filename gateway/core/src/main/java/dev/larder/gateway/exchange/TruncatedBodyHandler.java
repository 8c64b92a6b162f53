package dev.larder.gateway.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Function;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Handles a body that breaks off at the origin while the gateway itself writes the response. The head may not have been sent yet,
 * as it goes with the first piece of the body; no filter of the route runs after that.
 */
public final class TruncatedBodyHandler {

    private TruncatedBodyHandler() {}

    /**
     * Replaces a body that breaks off by a problem, if a filter chain has left a body on its connection.
     *
     * @param problem maps the error to a problem; must fail or never end if the response is committed
     */
    public static void answer(ServerWebExchange exchange, Function<Throwable, Mono<GatewayProblem>> problem) {
        TransformedConnection.onConnection(
                exchange,
                connection -> body ->
                        body.onErrorResume(error -> problem.apply(error).map(known -> content(exchange, known))));
    }

    private static ByteBuf content(ServerWebExchange exchange, GatewayProblem problem) {
        problem.head(exchange);
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(problem.json()));
    }
}
