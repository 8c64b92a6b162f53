package dev.larder.gateway.exchange;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.Connection;

/**
 * The response of an origin until its body is read: by one reader, or by none. It is let go once nobody will read it, even if it
 * arrives only then: else its connection would stay open, and what has been received would be lost.
 */
public final class UnreadResponse {

    private static final String ATTRIBUTE = UnreadResponse.class.getName();

    private final Consumer<OriginBody> letGo;
    private final AtomicReference<@Nullable OriginBody> body = new AtomicReference<>();
    private volatile boolean announced;
    private volatile boolean over;

    /** @param letGo what is done with a body that nobody reads */
    UnreadResponse(Consumer<OriginBody> letGo) {
        this.letGo = letGo;
    }

    /** Of this exchange; nothing has arrived. */
    public static UnreadResponse in(ServerWebExchange exchange) {
        var unread = new UnreadResponse(OriginBody::letGo);
        exchange.getAttributes().put(ATTRIBUTE, unread);
        return unread;
    }

    /** The body that arrives for this exchange by this connection; empty if somebody reads it, or it has been let go. */
    static Optional<OriginBody> take(ServerWebExchange exchange, Connection connection) {
        UnreadResponse unread = exchange.getAttribute(ATTRIBUTE);
        if (unread == null) {
            return Optional.of(OriginBody.of(connection));
        }
        if (unread.announced) {
            return unread.take();
        }
        return unread.over ? Optional.empty() : Optional.of(OriginBody.of(connection));
    }

    /** Its head has arrived by this connection. */
    public void arrived(Connection connection) {
        announced = true;
        body.set(OriginBody.of(connection));
        if (over) {
            letGo();
        }
    }

    /** The body that arrives, for its reader; nothing if it has one, or none arrives. */
    Optional<OriginBody> take() {
        return Optional.ofNullable(body.getAndSet(null));
    }

    /** Nobody will read what has arrived by now, or arrives later. */
    public void over() {
        over = true;
        letGo();
    }

    private void letGo() {
        take().ifPresent(letGo);
    }
}
