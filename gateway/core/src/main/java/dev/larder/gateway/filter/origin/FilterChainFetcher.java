package dev.larder.gateway.filter.origin;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;

import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.http.MessageEnd;
import dev.larder.http.SentRequest;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.netty.Connection;

/** Sends requests to the origin through the rest of the route's filter chain, on an exchange independent of the client's. */
public final class FilterChainFetcher {

    private static final long WORTH_GATHERING = 64 * 1024;

    private final LarderClock clock;

    /** Creates a client that stamps responses with this clock. */
    public FilterChainFetcher(LarderClock clock) {
        this.clock = clock;
    }

    /**
     * Sends the client's request with these header fields, and no content but that read for its cache key. The subscriber must
     * read or discard the body of the response. Cancelling before the response arrives aborts the request; later it discards the
     * response. A safe request without content is repeated once if the origin closed a reused connection: it may have closed it
     * before the request arrived (RFC 9112 9.3.1).
     */
    public Mono<OriginResponseStream> ask(ServerWebExchange client, GatewayFilterChain chain, HeaderFields fields) {
        return Mono.defer(() -> {
            SentRequest sent = sent(fields);
            return once(client, chain, fields, sent)
                    .onErrorResume(
                            IOException.class,
                            ended -> sent.hasReusedConnection() && isRepeatable(client, fields)
                                    ? once(client, chain, fields, sent(fields))
                                    : Mono.error(ended));
        });
    }

    private static SentRequest sent(HeaderFields fields) {
        return new SentRequest(fields.contains(HttpHeaders.USER_AGENT), connection -> {});
    }

    private static boolean isRepeatable(ServerWebExchange client, HeaderFields fields) {
        HttpMethod method = client.getRequest().getMethod();
        return (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD))
                && !fields.contains(HttpHeaders.CONTENT_LENGTH)
                && !fields.contains(HttpHeaders.TRANSFER_ENCODING);
    }

    /** Sends the request once, for one subscriber. */
    private Mono<OriginResponseStream> once(
            ServerWebExchange client, GatewayFilterChain chain, HeaderFields fields, SentRequest sent) {
        var subscription = new OriginSubscription();
        return Mono.<OriginResponseStream>create(sink -> ask(client, chain, fields, sent, sink, subscription))
                .doOnCancel(subscription::leave);
    }

    private void ask(
            ServerWebExchange client,
            GatewayFilterChain chain,
            HeaderFields fields,
            SentRequest sent,
            MonoSink<OriginResponseStream> sink,
            OriginSubscription subscription) {
        Instant asked = clock.steady();
        LateResponseFields.begin(client);
        var attempted = new AtomicReference<@Nullable OriginExchange>();
        var response = new OriginResponseCapture(client.getResponse().bufferFactory(), (committed, body) -> {
            OriginExchange attempt = Objects.requireNonNull(attempted.get());
            LateResponseFields.note(attempt);
            subscription.bring(sink, answer(attempt, committed, asked, body, Optional.empty()));
        });
        var exchange = new OriginExchange(client, fields, response);
        attempted.set(exchange);
        sent.arrivesFor(exchange::arrived);
        exchange.observedIn(sink.contextView());
        Mono<Void> taking = Mono.defer(() -> response.isCommitted()
                ? Mono.empty()
                : response.complete(() -> routed(exchange, asked, sink, subscription)));
        Disposable asking = chain.filter(exchange)
                .then(taking)
                .doFinally(signal -> exchange.over())
                .contextWrite(context -> sent.in(context.putAll(sink.contextView())))
                .subscribe(nothing -> {}, sink::error);
        sink.onCancel(asking);
    }

    /**
     * Takes over the response that a filter chain received for this exchange; it is then not written to the client.
     *
     * @param asked when the request was sent to the origin
     * @param head head of the response, as it is judged
     * @return empty if the chain received no response, or has already sent one to the client
     */
    public Optional<OriginResponseStream> takeOver(ServerWebExchange exchange, Instant asked, ResponseHead head) {
        if (exchange.getResponse().isCommitted()) {
            return Optional.empty();
        }
        var connection = (Connection) exchange.getAttributes().remove(CLIENT_RESPONSE_CONN_ATTR);
        if (connection == null) {
            return Optional.empty();
        }
        Optional<OriginBody> unread = connection instanceof ArrivingContent
                ? Optional.of(OriginBody.of(connection))
                : UnreadResponse.take(exchange, connection);
        return unread.map(body -> new OriginResponseStream(head, reception(asked), body.flux(), body.end()));
    }

    private void routed(
            OriginExchange exchange,
            Instant asked,
            MonoSink<OriginResponseStream> sink,
            OriginSubscription subscription) {
        ServerHttpResponse response = exchange.getResponse();
        LateResponseFields.note(exchange);
        Optional<ArrivingContent> received = exchange.received();
        if (received.isPresent()) {
            ResponseHead head = MessageHeadConverter.received(exchange, response);
            subscription.bring(sink, new OriginResponseStream(head, reception(asked), received.get()));
            return;
        }
        Optional<OriginBody> taken = exchange.take();
        if (taken.isEmpty()) {
            subscription.bring(sink, answer(exchange, response, asked, Flux.empty(), Optional.empty()));
        } else if (taken.get().isReceivedWithHead() && isShort(response)) {
            ResponseHead head = MessageHeadConverter.received(exchange, response);
            ReceptionTimes reception = reception(asked);
            taken.get()
                    .gather(
                            content -> subscription.bring(
                                    sink, new OriginResponseStream(head, reception, content, response.bufferFactory())),
                            sink::error);
        } else {
            subscription.bring(sink, answer(exchange, response, asked, taken.get()));
        }
    }

    /** Returns whether the response announces a short length; content that was decompressed announces none any more. */
    private static boolean isShort(ServerHttpResponse response) {
        long length = response.getHeaders().getContentLength();
        return length >= 0 && length <= WORTH_GATHERING;
    }

    private ReceptionTimes reception(Instant asked) {
        return new ReceptionTimes(asked, clock.steady(), clock.wall());
    }

    private OriginResponseStream answer(
            ServerWebExchange exchange, ServerHttpResponse response, Instant asked, OriginBody body) {
        return answer(exchange, response, asked, body.flux(), body.end());
    }

    private OriginResponseStream answer(
            ServerWebExchange exchange,
            ServerHttpResponse response,
            Instant asked,
            Flux<DataBuffer> body,
            Optional<MessageEnd> end) {
        return new OriginResponseStream(MessageHeadConverter.received(exchange, response), reception(asked), body, end);
    }
}
