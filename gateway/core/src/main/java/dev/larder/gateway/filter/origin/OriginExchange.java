package dev.larder.gateway.filter.origin;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REACTOR_CONTEXT_ATTR;

import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.message.ReplacedExchange;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.upload.CacheKeyContent;
import dev.larder.rfc9111.HeaderFields;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.server.WebSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.util.context.ContextView;

/** An origin request that is independent of the client whose request caused it: that client may leave. */
public final class OriginExchange extends ReplacedExchange {

    private static final String ATTRIBUTE = OriginExchange.class.getName();
    private static final String SESSION = ATTRIBUTE + ".session";

    private final Map<String, Object> attributes;
    private final AtomicReference<Arrival> arrival = new AtomicReference<>(new Awaited());
    private final AtomicReference<@Nullable UnreadResponse> unread = new AtomicReference<>();
    private volatile @Nullable WebSession session;

    /** What has become of the response at Larder's client. */
    private sealed interface Arrival {}

    private record Awaited() implements Arrival {}

    private record Arrived(ArrivingContent content) implements Arrival {}

    /** Nobody waits for it any more. */
    private record Over() implements Arrival {}

    OriginExchange(ServerWebExchange client, HeaderFields fields, ServerHttpResponse response) {
        super(client, new ForwardedRequest(client, fields), response);
        this.attributes = new ConcurrentHashMap<>(client.getAttributes());
        this.attributes.put(ATTRIBUTE, this);
        OriginRequestHeadersFilter.of(attributes);
    }

    /** Returns whether this exchange is an origin request, however it is decorated: its response goes to who asks, not to a client. */
    public static boolean is(ServerWebExchange exchange) {
        return exchange.getAttributes().containsKey(ATTRIBUTE);
    }

    /** Sets the parent observation of the request to the origin, in place of the client's request. */
    void observedIn(ContextView context) {
        if (context.hasKey(CacheStepObservation.CONTEXT_KEY)) {
            attributes.put(GATEWAY_REACTOR_CONTEXT_ATTR, context);
        }
    }

    /**
     * Called when the head of a response has arrived at Larder's client. What has arrived before for a request that a filter repeats is
     * discarded. Returns whether this is an origin request.
     */
    public static boolean deliver(ServerWebExchange exchange, ArrivingContent content) {
        OriginExchange asked = exchange.getAttribute(ATTRIBUTE);
        if (asked != null) {
            asked.arrived(content);
        }
        return asked != null;
    }

    private void arrived(ArrivingContent content) {
        Arrival before = arrival.getAndUpdate(known -> known instanceof Over ? known : new Arrived(content));
        if (before instanceof Over) {
            content.discard();
        } else {
            discard(before);
        }
    }

    private static void discard(Arrival before) {
        if (before instanceof Arrived arrived) {
            arrived.content().discard();
        }
    }

    /** Takes what has arrived at Larder's client; empty if it was taken before, or another client has sent the request. */
    Optional<ArrivingContent> received() {
        if (arrival.get() instanceof Arrived arrived && arrival.compareAndSet(arrived, new Awaited())) {
            attributes.remove(CLIENT_RESPONSE_CONN_ATTR);
            return Optional.of(arrived.content());
        }
        return Optional.empty();
    }

    /** Called when the head of a response has arrived on this connection of Gateway's client. */
    void arrived(Connection connection) {
        UnreadResponse arriving = Objects.requireNonNull(
                unread.updateAndGet(known -> known == null ? new UnreadResponse(this::letGo) : known));
        arriving.arrived(connection);
        Arrival before = arrival.getAndUpdate(known -> known instanceof Over ? known : new Awaited());
        discard(before);
        if (before instanceof Over) {
            arriving.over();
        }
    }

    /** Takes the body that arrives at Gateway's client; empty if it was taken before, or there is none. */
    Optional<OriginBody> take() {
        Object left = attributes.remove(CLIENT_RESPONSE_CONN_ATTR);
        UnreadResponse arriving = unread.get();
        Optional<OriginBody> announced = arriving == null ? Optional.empty() : arriving.take();
        return announced.isPresent() || !(left instanceof Connection named) || left instanceof ArrivingContent
                ? announced
                : Optional.of(OriginBody.of(named));
    }

    /** Called when the exchange is over: a body that was not taken is drained, even if it arrives later. */
    void over() {
        discard(arrival.getAndSet(new Over()));
        take().ifPresent(this::letGo);
        UnreadResponse arriving = unread.get();
        if (arriving != null) {
            arriving.over();
        }
    }

    private void letGo(OriginBody body) {
        OriginBody.drain(body.flux());
    }

    @Override
    public Map<String, Object> getAttributes() {
        return attributes;
    }

    /** The session of the client, which is told of a new one when its response is committed: the field is not in the one here. */
    @Override
    public Mono<WebSession> getSession() {
        return super.getSession().doOnNext(found -> session = found);
    }

    /** Returns the session of a client if somebody has asked for it; asking for it here might begin one. */
    static Optional<WebSession> notedSession(ServerWebExchange client) {
        return Optional.ofNullable(client.getAttribute(SESSION));
    }

    /** Returns the session that somebody behind the cache has had. */
    Optional<WebSession> notedSession() {
        return Optional.ofNullable(session);
    }

    /** Notes the session of a client, whichever filter or handler asks for it first: those of the highest precedence too. */
    public static final class ClientExchangeFilter implements WebFilter, PriorityOrdered {

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
            return chain.filter(new Noting(exchange));
        }
    }

    /** The exchange of a client, which notes the session that somebody asks for: a filter before the cache, or one behind it. */
    private static final class Noting extends ServerWebExchangeDecorator {

        Noting(ServerWebExchange client) {
            super(client);
        }

        @Override
        public Mono<WebSession> getSession() {
            return super.getSession().doOnNext(found -> getAttributes().put(SESSION, found));
        }
    }

    private static final class ForwardedRequest extends ServerHttpRequestDecorator {

        private final HttpHeaders headers = new HttpHeaders();
        private final @Nullable InetSocketAddress remoteAddress;
        private final @Nullable InetSocketAddress localAddress;
        private final Flux<DataBuffer> content;

        ForwardedRequest(ServerWebExchange client, HeaderFields fields) {
            super(client.getRequest());
            MessageHeadConverter.write(fields, headers);
            remoteAddress = client.getRequest().getRemoteAddress();
            localAddress = client.getRequest().getLocalAddress();
            content = CacheKeyContent.of(client);
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public @Nullable InetSocketAddress getRemoteAddress() {
            return remoteAddress;
        }

        @Override
        public @Nullable InetSocketAddress getLocalAddress() {
            return localAddress;
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return content;
        }
    }
}
