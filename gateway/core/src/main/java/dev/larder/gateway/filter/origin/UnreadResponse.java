package dev.larder.gateway.filter.origin;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.Connection;

/**
 * The response of an origin until its body is read by one reader, or by none. It is discarded once it will not be read, even if
 * it arrives later, and when the response of another attempt arrives: otherwise its connection would stay open, and the received
 * data would be lost.
 */
public final class UnreadResponse {

    private static final String ATTRIBUTE = UnreadResponse.class.getName();

    private final Consumer<OriginBody> letGo;

    /** The bodies of all attempts, which are few. */
    private final Queue<OriginBody> announced = new ConcurrentLinkedQueue<>();

    private final AtomicReference<@Nullable OriginBody> body = new AtomicReference<>();
    private volatile boolean over;

    /** @param letGo discards a body that is not read */
    UnreadResponse(Consumer<OriginBody> letGo) {
        this.letGo = letGo;
    }

    /** Creates an instance for this exchange. */
    public static UnreadResponse in(ServerWebExchange exchange) {
        var unread = new UnreadResponse(OriginBody::letGo);
        exchange.getAttributes().put(ATTRIBUTE, unread);
        return unread;
    }

    /** Takes the body that arrives for this exchange on this connection; empty if it is being read, or was discarded. */
    static Optional<OriginBody> take(ServerWebExchange exchange, Connection connection) {
        UnreadResponse unread = exchange.getAttribute(ATTRIBUTE);
        return unread == null ? Optional.of(OriginBody.of(connection)) : unread.take(connection);
    }

    /** Called when the head of the response has arrived on this connection. */
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

    /** Takes the arriving body; empty if it was taken before, or there is none. */
    Optional<OriginBody> take() {
        return Optional.ofNullable(body.getAndSet(null));
    }

    /** A body announced on another connection will then not be read. */
    private Optional<OriginBody> take(Connection named) {
        OriginBody unread = body.get();
        if (unread != null && unread.isFrom(named)) {
            return body.compareAndSet(unread, null) ? Optional.of(unread.readBy(named)) : Optional.empty();
        }
        if (over || announced.stream().anyMatch(each -> each.isFrom(named))) {
            return Optional.empty();
        }
        letGo();
        return Optional.of(OriginBody.of(named));
    }

    /** Called when the exchange is over: a body that was not taken is discarded, even if it arrives later. */
    public void over() {
        over = true;
        letGo();
    }

    private void letGo() {
        take().ifPresent(letGo);
    }
}
