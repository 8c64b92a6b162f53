package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Tells whoever asks an origin that the request goes by a connection that another has gone by before. The origin may be
 * ending that one already, without a word of the request: RFC 9112 9.3.1.
 */
public final class ConnectionReuse {

    private static final AttributeKey<Boolean> USED = AttributeKey.valueOf(ConnectionReuse.class, "used");

    private volatile boolean happened;

    /** Adds what is told to the context in which an origin is asked. */
    public Context in(Context context) {
        return context.put(ConnectionReuse.class, this);
    }

    /** Whether the connection had been used. */
    public boolean happened() {
        return happened;
    }

    static void tell(ContextView context, Channel channel) {
        boolean used = channel.attr(USED).getAndSet(true) != null;
        context.<ConnectionReuse>getOrEmpty(ConnectionReuse.class).ifPresent(reuse -> reuse.happened = used);
    }
}
