package dev.larder.gateway.filter;

import dev.larder.gateway.observe.audit.Audits;
import dev.larder.http.ClientConnection;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AttributeKey;
import java.time.Instant;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Which hits are left to their route although they could be answered before it, because the auditor is to check them: it
 * asks origins by way of the route. One is drawn for where it would be answered, and marked, so that nobody behind answers
 * it early or draws for it again.
 */
public final class Draws {

    /** The fields of the last request of a connection that was drawn: no other request has the same object. */
    private static final AttributeKey<HttpHeaders> LAST = AttributeKey.valueOf(Draws.class, "last");

    private final Audits audits;

    /** @param audits whose sample it is */
    public Draws(Audits audits) {
        this.audits = audits;
    }

    /** Draws for a request that could be answered at its connection; what is to be left to its route is to be marked. */
    public boolean draw(Precedent precedent, Instant now) {
        return audits.needsRoute(precedent.key(), precedent.pool(), now);
    }

    /** Marks a request that has been drawn. */
    public void mark(Channel client, HttpHeaders fields) {
        client.attr(LAST).set(fields);
    }

    /** Whether a request that could be answered at the web level is to be left to its route. */
    public boolean leaves(Object nativeRequest, Precedent precedent, Instant now) {
        if (!audits.policy().on()) {
            return false;
        }
        boolean left = isDrawn(nativeRequest) || draw(precedent, now);
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
