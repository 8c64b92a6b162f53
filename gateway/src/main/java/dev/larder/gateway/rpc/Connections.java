package dev.larder.gateway.rpc;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** How many connections clients have: the calls of one too many are refused, until others have gone and it has come again. */
public final class Connections extends ServerTransportFilter implements ServerInterceptor {

    /** Of a connection: whether it has one of the places. */
    private static final Attributes.Key<AtomicBoolean> PLACE = Attributes.Key.create("larder-place");

    private static final Status TOO_MANY = Status.RESOURCE_EXHAUSTED.withDescription(
            "TOO_MANY_CONNECTIONS: Clients have as many connections as they may (larder.rpc.max-connections).");

    private final int most;
    private final AtomicInteger open = new AtomicInteger();

    /** So many at most. */
    public Connections(int most) {
        this.most = most;
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
        var place = new AtomicBoolean();
        take(place);
        return attributes.toBuilder().set(PLACE, place).build();
    }

    /** Without attributes it has never been ready, as where a handshake has failed. */
    @Override
    public void transportTerminated(@Nullable Attributes attributes) {
        AtomicBoolean place = attributes == null ? null : attributes.get(PLACE);
        if (place != null && place.getAndSet(false)) {
            open.decrementAndGet();
        }
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata fields, ServerCallHandler<Q, R> next) {
        AtomicBoolean place = call.getAttributes().get(PLACE);
        if (place == null || take(place)) {
            return next.startCall(call, fields);
        }
        call.close(TOO_MANY, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    /** Whether it has a place; the calls of one connection may come on several threads. */
    private boolean take(AtomicBoolean place) {
        synchronized (place) {
            if (!place.get() && open.getAndUpdate(now -> Math.min(most, now + 1)) < most) {
                place.set(true);
            }
            return place.get();
        }
    }
}
