package dev.larder.rpc;

import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** How many connections clients have: one too many is told so by GOAWAY, and closed. */
public final class RpcConnectionLimiter extends ServerTransportFilter {

    /** Connections unless a bean says otherwise: a client needs one, over which its calls are multiplexed. */
    public static final int DEFAULT_MAX = 256;

    /** Of a connection: that it has one of the places. */
    private static final Attributes.Key<Boolean> PLACE = Attributes.Key.create("larder-place");

    private final int most;
    private final AtomicInteger open = new AtomicInteger();

    /** So many at most. */
    public RpcConnectionLimiter(int most) {
        this.most = most;
    }

    /** Whoever throws an error of HTTP/2 here ends the connection with it: the gRPC of Netty asks while it reads the preface. */
    @Override
    public Attributes transportReady(Attributes attributes) {
        if (open.getAndUpdate(now -> Math.min(most, now + 1)) >= most) {
            String why = FetchFailure.TOO_MANY_CONNECTIONS.description();
            throw new IllegalStateException(why, Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, why));
        }
        return attributes.toBuilder().set(PLACE, true).build();
    }

    /** Without attributes it has never been ready, as where a handshake has failed, or there was no place for it. */
    @Override
    public void transportTerminated(@Nullable Attributes attributes) {
        if (attributes != null && attributes.get(PLACE) != null) {
            open.decrementAndGet();
        }
    }
}
