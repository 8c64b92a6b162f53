package dev.larder.gateway.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Function;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * A response that the gateway itself will write, whose body breaks off at its origin. Its head may not be out by then, as
 * it goes with the first piece of the body; no filter of the route comes after that.
 */
public final class TruncatedBodyHandler {

    private TruncatedBodyHandler() {}

    /**
     * Answers with a problem in the place of a body that breaks off, if a filter chain has left one on its connection.
     *
     * @param problem what an error is; it is out of this one's hands if the response is committed, and then fails or never
     *     ends
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
