package dev.larder.gateway.filter;

import dev.larder.http.ClientConnection;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AttributeKey;
import java.time.Instant;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Selects hits to be inspected, which take their route although they could be answered before it: the origin is asked again
 * through the route. A hit is drawn once, where it would be answered, and marked, so that later stages neither answer it early
 * nor draw again.
 */
public final class HitSampler {

    /** The fields of the last drawn request of a connection, compared by identity. */
    private static final AttributeKey<HttpHeaders> LAST = AttributeKey.valueOf(HitSampler.class, "last");

    private final HitInspector inspector;
    private final boolean active;

    /** @param inspector decides which hits are drawn */
    public HitSampler(HitInspector inspector) {
        this.inspector = inspector;
        this.active = inspector.isActive();
    }

    /** Draws for a request that could be answered at its connection; the caller must mark it if this returns true. */
    public boolean draw(RoutingDecision decision, Instant now) {
        return active && inspector.needsRoute(decision.key(), decision.pool(), now);
    }

    /** Marks a request that has been drawn. */
    public void mark(Channel client, HttpHeaders fields) {
        client.attr(LAST).set(fields);
    }

    /** Returns whether a request that could be answered at the web level must take its route. */
    public boolean drawAndMark(Object nativeRequest, RoutingDecision decision, Instant now) {
        if (!active) {
            return false;
        }
        boolean left = isDrawn(nativeRequest) || draw(decision, now);
        if (left && nativeRequest instanceof HttpServerRequest request) {
            ClientConnection.channel(request).ifPresent(client -> mark(client, request.requestHeaders()));
        }
        return left;
    }

    /** Returns whether a request was drawn before it reached its route. */
    static boolean isDrawn(Object nativeRequest) {
        return nativeRequest instanceof HttpServerRequest request
                && ClientConnection.channel(request)
                        .filter(client -> isDrawn(client, request.requestHeaders()))
                        .isPresent();
    }

    /** Returns whether the request with these fields was drawn. */
    public static boolean isDrawn(Channel client, HttpHeaders fields) {
        return client.hasAttr(LAST) && client.attr(LAST).get() == fields;
    }
}
