package dev.larder.gateway.filter.origin;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;

import dev.larder.http.MessageEnd;
import dev.larder.http.WatchedMessageEnd;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.Connection;
import reactor.netty.NettyInbound;
import reactor.netty.NettyOutbound;

/**
 * A connection whose received body is transformed; everything else is unchanged.
 *
 * @param through transforms the received body
 */
record TransformedConnection(Connection connection, UnaryOperator<Flux<ByteBuf>> through)
        implements Connection, NettyInbound, MessageEnd {

    /**
     * Transforms the body that a filter chain has left on its connection to be written later, by what {@code through} creates for
     * that connection; false if there is none.
     */
    static boolean transformBody(
            ServerWebExchange exchange, Function<Connection, UnaryOperator<Flux<ByteBuf>>> through) {
        var connection = (Connection) exchange.getAttributes().get(CLIENT_RESPONSE_CONN_ATTR);
        if (connection == null) {
            return false;
        }
        exchange.getAttributes()
                .put(CLIENT_RESPONSE_CONN_ATTR, new TransformedConnection(connection, through.apply(connection)));
        return true;
    }

    @Override
    public boolean isMessageComplete() {
        return WatchedMessageEnd.of(connection)
                .map(MessageEnd::isMessageComplete)
                .orElse(true);
    }

    @Override
    public boolean isReceivedWithHead() {
        return WatchedMessageEnd.of(connection)
                .filter(MessageEnd::isReceivedWithHead)
                .isPresent();
    }

    @Override
    public NettyInbound inbound() {
        return this;
    }

    @Override
    public ByteBufFlux receive() {
        Flux<ByteBuf> body = through.apply(connection.inbound().receive());
        return ByteBufFlux.fromInbound(body, connection.channel().alloc());
    }

    @Override
    public Flux<?> receiveObject() {
        return connection.inbound().receiveObject();
    }

    @Override
    public NettyInbound withConnection(Consumer<? super Connection> told) {
        told.accept(this);
        return this;
    }

    @Override
    public NettyOutbound outbound() {
        return connection.outbound();
    }

    @Override
    public Channel channel() {
        return connection.channel();
    }

    @Override
    public boolean isPersistent() {
        return connection.isPersistent();
    }

    @Override
    public void dispose() {
        connection.dispose();
    }

    @Override
    public boolean isDisposed() {
        return connection.isDisposed();
    }

    @Override
    public Mono<Void> onDispose() {
        return connection.onDispose();
    }

    @Override
    public Connection onDispose(Disposable disposable) {
        connection.onDispose(disposable);
        return this;
    }

    @Override
    public Mono<Void> onTerminate() {
        return connection.onTerminate();
    }

    @Override
    public CoreSubscriber<Void> disposeSubscriber() {
        return connection.disposeSubscriber();
    }
}
