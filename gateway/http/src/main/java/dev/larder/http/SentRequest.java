package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AttributeKey;
import java.util.function.Consumer;
import reactor.netty.Connection;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * One request to an origin by Gateway's client, as its sender follows it. It is told that a response arrives: if the exchange is
 * cancelled at that moment, the response is dropped with its connection, and this always comes before, on the connection's own thread.
 * A connection that was used before may be closed by an origin that has not seen the request (RFC 9112 9.3.1).
 */
public final class SentRequest {

    private static final AttributeKey<Boolean> USED = AttributeKey.valueOf(SentRequest.class, "used");

    private final boolean named;
    private volatile Consumer<Connection> arrival;
    private volatile boolean reuses;

    /**
     * Creates a request that has not been sent.
     *
     * @param named whether it may have the User-Agent that the client adds if there is none: a cache is not the agent of its clients'
     *     requests
     * @param arrival told the connection on which a response arrives
     */
    public SentRequest(boolean named, Consumer<Connection> arrival) {
        this.named = named;
        this.arrival = arrival;
    }

    /** Tells another that a response arrives, from now on. */
    public void arrivesFor(Consumer<Connection> told) {
        arrival = told;
    }

    /** Adds this to the context of a request to an origin. */
    public Context in(Context context) {
        return context.put(SentRequest.class, this);
    }

    /** Has the client add no User-Agent to the request with this context; who is told of its response is the same. */
    public static Context unnamed(Context context) {
        Consumer<Connection> told = context.<SentRequest>getOrEmpty(SentRequest.class)
                .<Consumer<Connection>>map(sent -> sent.arrival)
                .orElse(connection -> {});
        return new SentRequest(false, told).in(context);
    }

    /** Returns whether it has been sent on a connection that was used before. */
    public boolean hasReusedConnection() {
        return reuses;
    }

    static void sending(ContextView context, HttpHeaders fields, Channel channel) {
        boolean used = channel.attr(USED).getAndSet(true) != null;
        context.<SentRequest>getOrEmpty(SentRequest.class).ifPresent(sent -> {
            sent.reuses = used;
            if (!sent.named) {
                fields.remove(HttpHeaderNames.USER_AGENT);
            }
        });
    }

    static void arrived(ContextView context, Connection connection) {
        context.<SentRequest>getOrEmpty(SentRequest.class).ifPresent(sent -> sent.arrival.accept(connection));
    }
}
