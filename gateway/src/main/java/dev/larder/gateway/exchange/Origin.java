package dev.larder.gateway.exchange;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;

import dev.larder.gateway.rfc9111.HeaderFields;
import dev.larder.gateway.rfc9111.Reception;
import dev.larder.gateway.wire.MessageEnd;
import io.netty.channel.Channel;
import java.time.Instant;
import java.util.Optional;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.SignalType;
import reactor.netty.Connection;

/** Asks the origin by the rest of the route's filter chain, on an exchange that does not depend on the client's. */
public final class Origin {

    private final LarderClock clock;

    /** Stamps answers with this clock. */
    public Origin(LarderClock clock) {
        this.clock = clock;
    }

    /**
     * Sends the client's request with these header fields and no content. Whoever gets the answer takes or discards its
     * body. Cancelling before there is an answer gives the request up.
     */
    public Mono<OriginAnswer> ask(ServerWebExchange client, GatewayFilterChain chain, HeaderFields fields) {
        return Mono.<OriginAnswer>create(sink -> {
                    Instant asked = clock.steady();
                    var response = new OriginResponse(
                            client.getResponse().bufferFactory(),
                            (committed, body) -> sink.success(answer(committed, asked, body, Optional.empty())));
                    var exchange = new OriginExchange(client, fields, response);
                    Disposable asking = chain.filter(exchange)
                            .contextWrite(sink.contextView())
                            .subscribe(nothing -> {}, sink::error, () -> routed(sink, exchange, response, asked));
                    sink.onCancel(() -> {
                        asking.dispose();
                        takeOver(exchange, asked).ifPresent(OriginAnswer::discard);
                    });
                })
                .doOnDiscard(OriginAnswer.class, OriginAnswer::discard);
    }

    /** Whether an exchange is that of such a request: what is written to its response goes to whoever asked, not to a client. */
    public static boolean asks(ServerWebExchange exchange) {
        return OriginExchange.is(exchange);
    }

    /**
     * Takes over what a filter chain has brought for this exchange; nobody else writes it to the client then.
     *
     * @param asked when the origin was asked
     * @return empty if the chain has brought nothing, or has answered the client already
     */
    public Optional<OriginAnswer> takeOver(ServerWebExchange exchange, Instant asked) {
        ServerHttpResponse response = exchange.getResponse();
        if (response.isCommitted()) {
            return Optional.empty();
        }
        var connection = (Connection) exchange.getAttributes().remove(CLIENT_RESPONSE_CONN_ATTR);
        if (connection == null) {
            return Optional.empty();
        }
        Optional<MessageEnd> end = MessageEnd.of(connection.channel());
        return Optional.of(new OriginAnswer(
                Heads.response(response),
                new Reception(asked, clock.steady(), clock.wall()),
                body(connection, response, end),
                end));
    }

    private void routed(
            MonoSink<OriginAnswer> sink, ServerWebExchange exchange, OriginResponse response, Instant asked) {
        if (!response.isCommitted()) {
            sink.success(
                    takeOver(exchange, asked).orElseGet(() -> answer(response, asked, Flux.empty(), Optional.empty())));
        }
    }

    private OriginAnswer answer(
            OriginResponse response, Instant asked, Flux<DataBuffer> body, Optional<MessageEnd> end) {
        return new OriginAnswer(
                Heads.response(response), new Reception(asked, clock.steady(), clock.wall()), body, end);
    }

    private static Flux<DataBuffer> body(Connection connection, ServerHttpResponse response, Optional<MessageEnd> end) {
        var buffers = (NettyDataBufferFactory) response.bufferFactory();
        Channel channel = connection.channel();
        return connection
                .inbound()
                .receive()
                .retain()
                .<DataBuffer>map(buffers::wrap)
                .doFinally(signal -> {
                    if (signal != SignalType.ON_COMPLETE) {
                        giveUp(channel, connection, end);
                    }
                });
    }

    /**
     * Closes the connection, unless the message has arrived whole: it is back in the pool then, and may be another
     * request's by now. Decided on the connection's own thread, so that nothing comes between.
     */
    private static void giveUp(Channel channel, Connection connection, Optional<MessageEnd> end) {
        channel.eventLoop().execute(() -> {
            if (end.filter(MessageEnd::whole).isEmpty()) {
                connection.dispose();
            }
        });
    }
}
