package dev.larder.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AttributeKey;
import java.util.Optional;
import reactor.netty.http.server.HttpServerRequest;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Forwards an origin's interim responses to the requesting client (RFC 9110 15.2), if it speaks HTTP/1.1, until its request is answered.
 */
public final class InterimResponseRelay {

    private static final AttributeKey<InterimResponseRelay> CURRENT =
            AttributeKey.valueOf(InterimResponseRelay.class, "current");

    private final Channel client;
    private final RequestPolicyHandler gate;
    private final int request;

    private InterimResponseRelay(Channel client, RequestPolicyHandler gate) {
        this.client = client;
        this.gate = gate;
        this.request = gate.currentRequest();
    }

    /** Adds a relay to this client, whose request is at work, to the context of a request to the origin. */
    public static Context towards(Object client, Context context) {
        return towards(client)
                .map(relay -> context.put(InterimResponseRelay.class, relay))
                .orElse(context);
    }

    /** Returns a relay to this client, whose request is at work; empty if it gets no interim responses. */
    public static Optional<InterimResponseRelay> towards(Object client) {
        if (!(client instanceof HttpServerRequest request) || !request.version().equals(HttpVersion.HTTP_1_1)) {
            return Optional.empty();
        }
        return ClientConnection.channel(request).flatMap(InterimResponseRelay::towardsConnection);
    }

    static Optional<InterimResponseRelay> towardsConnection(Channel client) {
        return Optional.ofNullable(client.pipeline().get(RequestPolicyHandler.class))
                .map(gate -> new InterimResponseRelay(client, gate));
    }

    /** Returns the relay in the context of a request to the origin; empty if its client gets no interim responses. */
    public static Optional<InterimResponseRelay> of(ContextView context) {
        return context.getOrEmpty(InterimResponseRelay.class);
    }

    static void bind(Channel origin, ContextView context) {
        origin.attr(CURRENT).set(of(context).orElse(null));
    }

    static void passOn(Channel origin, HttpResponse interim) {
        Optional.ofNullable(origin.attr(CURRENT).get()).ifPresent(way -> way.passOn(interim));
    }

    /** Forwards an interim response to the client. */
    public void passOn(HttpResponse interim) {
        var copy = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, interim.status(), Unpooled.EMPTY_BUFFER);
        copy.headers()
                .add(interim.headers())
                .remove(HttpHeaderNames.CONNECTION)
                .remove(HttpHeaderNames.CONTENT_LENGTH)
                .remove(HttpHeaderNames.TRANSFER_ENCODING);
        gate.passOn(client, request, copy);
    }
}
