package dev.larder.gateway.exchange;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBufferFactory;
import reactor.netty.Connection;

/**
 * The response of an origin until its body is read. It is let go once nobody will read it, even if it arrives only then: else its
 * connection would stay open, and what has been received would be lost.
 */
public final class UnreadResponse {

    private final DataBufferFactory buffers;
    private final AtomicReference<@Nullable OriginBody> body = new AtomicReference<>();
    private volatile boolean over;

    /** A response of which nothing has arrived. */
    public UnreadResponse(DataBufferFactory buffers) {
        this.buffers = buffers;
    }

    /** Its head has arrived by this connection. */
    public void arrived(Connection connection) {
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
        take().ifPresent(unread -> OriginBody.drain(unread.flux(buffers)));
    }
}
