package dev.larder.gateway.filter;

import dev.larder.http.ClientConnection;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AttributeKey;
import java.time.Instant;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Which hits are left to their route although they could be answered before it, because they are to be inspected: the origin
 * is asked again by way of the route. One is drawn for where it would be answered, and marked, so that nobody behind answers
 * it early or draws for it again.
 */
public final class HitSampler {

    /** The fields of the last request of a connection that was drawn: no other request has the same object. */
    private static final AttributeKey<HttpHeaders> LAST = AttributeKey.valueOf(HitSampler.class, "last");

    private final HitInspector inspector;
    private final boolean active;

    /** @param inspector whose sample it is */
    public HitSampler(HitInspector inspector) {
        this.inspector = inspector;
        this.active = inspector.isActive();
    }

    /** Draws for a request that could be answered at its connection; what is to be left to its route is to be marked. */
    public boolean draw(RoutingDecision decision, Instant now) {
        return active && inspector.needsRoute(decision.key(), decision.pool(), now);
    }

    /** Marks a request that has been drawn. */
    public void mark(Channel client, HttpHeaders fields) {
        client.attr(LAST).set(fields);
    }

    /** Whether a request that could be answered at the web level is to be left to its route. */
    public boolean leaves(Object nativeRequest, RoutingDecision decision, Instant now) {
        if (!active) {
            return false;
        }
        boolean left = isDrawn(nativeRequest) || draw(decision, now);
        if (left && nativeRequest instanceof HttpServerRequest request) {
            ClientConnection.channel(request).ifPresent(client -> mark(client, request.requestHeaders()));
        }
        return left;
    }

    /** Whether a request has been drawn before it came to its route. */
    static boolean isDrawn(Object nativeRequest) {
        return nativeRequest instanceof HttpServerRequest request
                && ClientConnection.channel(request)
                        .filter(client ->
                                client.hasAttr(LAST) && client.attr(LAST).get() == request.requestHeaders())
                        .isPresent();
    }
}
