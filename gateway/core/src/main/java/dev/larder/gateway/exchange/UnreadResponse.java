package dev.larder.gateway.exchange;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.Connection;

/**
 * The response of an origin until its body is read: by one reader, or by none. It is let go once nobody will read it, even if it
 * arrives only then, and once that of another attempt arrives: else its connection would stay open, and what has been received
 * would be lost.
 */
public final class UnreadResponse {

    private static final String ATTRIBUTE = UnreadResponse.class.getName();

    private final Consumer<OriginBody> letGo;

    /** Of all attempts, of which there are few. */
    private final Queue<OriginBody> announced = new ConcurrentLinkedQueue<>();

    private final AtomicReference<@Nullable OriginBody> body = new AtomicReference<>();
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
        return unread == null ? Optional.of(OriginBody.of(connection)) : unread.take(connection);
    }

    /** Its head has arrived by this connection. */
    public void arrived(Connection connection) {
        OriginBody arrived = OriginBody.of(connection);
        announced.add(arrived);
        OriginBody before = body.getAndSet(arrived);
        if (before != null) {
            letGo.accept(before);
        }
        if (over) {
            letGo();
        }
    }

    /** The body that arrives, for its reader; nothing if it has one, or none arrives. */
    Optional<OriginBody> take() {
        return Optional.ofNullable(body.getAndSet(null));
    }

    /** What has been announced by another connection has no reader then. */
    private Optional<OriginBody> take(Connection named) {
        OriginBody unread = body.get();
        if (unread != null && unread.arrivesBy(named)) {
            return body.compareAndSet(unread, null) ? Optional.of(unread.readBy(named)) : Optional.empty();
        }
        if (over || announced.stream().anyMatch(each -> each.arrivesBy(named))) {
            return Optional.empty();
        }
        letGo();
        return Optional.of(OriginBody.of(named));
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
