package dev.larder.gateway.rpc;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicInteger;

/** How many connections clients have: the calls of one too many are refused, until others have gone and it has come again. */
public final class Connections extends ServerTransportFilter implements ServerInterceptor {

    private static final Attributes.Key<Boolean> ONE_TOO_MANY = Attributes.Key.create("larder-one-too-many");
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
        return open.incrementAndGet() <= most
                ? attributes
                : attributes.toBuilder().set(ONE_TOO_MANY, true).build();
    }

    @Override
    public void transportTerminated(Attributes attributes) {
        open.decrementAndGet();
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata fields, ServerCallHandler<Q, R> next) {
        if (call.getAttributes().get(ONE_TOO_MANY) == null) {
            return next.startCall(call, fields);
        }
        call.close(TOO_MANY, new Metadata());
        return new ServerCall.Listener<>() {};
    }
}
