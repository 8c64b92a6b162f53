package dev.larder.rpc;

import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Limits client connections: an excess one receives GOAWAY and is closed. */
public final class RpcConnectionLimiter extends ServerTransportFilter {

    /** Maximum connections unless a bean overrides it: a client needs one, over which its calls are multiplexed. */
    public static final int DEFAULT_MAX = 256;

    /** Marks a connection that counts. */
    private static final Attributes.Key<Boolean> PLACE = Attributes.Key.create("larder-place");

    private final int most;
    private final AtomicInteger open = new AtomicInteger();

    /** Creates a limiter with this maximum. */
    public RpcConnectionLimiter(int most) {
        this.most = most;
    }

    /** An HTTP/2 error thrown here ends the connection: gRPC's Netty transport calls this while it reads the preface. */
    @Override
    public Attributes transportReady(Attributes attributes) {
        if (open.getAndUpdate(now -> Math.min(most, now + 1)) >= most) {
            String why = FetchFailure.TOO_MANY_CONNECTIONS.description();
            throw new IllegalStateException(why, Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, why));
        }
        return attributes.toBuilder().set(PLACE, true).build();
    }

    /** Without attributes the transport was never ready, for example after a failed handshake or above the limit. */
    @Override
    public void transportTerminated(@Nullable Attributes attributes) {
        if (attributes != null && attributes.get(PLACE) != null) {
            open.decrementAndGet();
        }
    }
}
