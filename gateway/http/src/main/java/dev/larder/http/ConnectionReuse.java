package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Detects that a request to an origin uses a connection that was used before. The origin may be closing it already
 * without having seen the request: RFC 9112 9.3.1.
 */
public final class ConnectionReuse {

    private static final AttributeKey<Boolean> USED = AttributeKey.valueOf(ConnectionReuse.class, "used");

    private volatile boolean happened;

    /** Adds this to the context of a request to the origin. */
    public Context in(Context context) {
        return context.put(ConnectionReuse.class, this);
    }

    /** Whether the connection had been used before. */
    public boolean happened() {
        return happened;
    }

    static void tell(ContextView context, Channel channel) {
        boolean used = channel.attr(USED).getAndSet(true) != null;
        context.<ConnectionReuse>getOrEmpty(ConnectionReuse.class).ifPresent(reuse -> reuse.happened = used);
    }
}
