package dev.larder.gateway.filter.origin;

import io.netty.buffer.ByteBuf;
import java.util.function.Function;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** A body that breaks off at the origin while the gateway itself writes the response, after the route's filters. */
public final class TruncatedBody {

    private TruncatedBody() {}

    /**
     * Handles a body that breaks off, if a filter chain has left a body on its connection.
     *
     * @param handler maps the error to the one that the writer of the response gets; must never end if the head has been sent
     */
    public static void handle(ServerWebExchange exchange, Function<Throwable, Mono<ByteBuf>> handler) {
        TransformedConnection.transformBody(exchange, connection -> body -> body.onErrorResume(handler));
    }
}
