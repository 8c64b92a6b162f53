package dev.larder.gateway.filter.origin;

import dev.larder.http.MessageEnd;
import dev.larder.http.WatchedMessageEnd;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SignalType;
import reactor.netty.Connection;

/**
 * The body of one response while it arrives. It must be read or drained: until then, the data received and the connection are
 * kept.
 *
 * @param channel channel of the connection, which cannot be obtained from it once it is back in its pool
 * @param end end of the response that the body belongs to
 */
record OriginBody(Connection connection, Channel channel, Optional<MessageEnd> end) {

    private static final NettyDataBufferFactory BUFFERS = new NettyDataBufferFactory(ByteBufAllocator.DEFAULT);

    /** Returns the body of the response whose head has just arrived on this connection. */
    static OriginBody of(Connection connection) {
        return new OriginBody(connection, connection.channel(), WatchedMessageEnd.of(connection));
    }

    /** Returns whether the body arrives on this connection, even if that is wrapped, or is back in its pool. */
    boolean isFrom(Connection named) {
        Channel of = named.channel();
        return of == channel || of == connection.channel();
    }

    /** Returns the same body, read through this connection. */
    OriginBody readBy(Connection named) {
        return new OriginBody(named, channel, end);
    }

    /** Returns the arriving content, in buffers of Netty. The connection is closed if the subscriber cancels. */
    Flux<DataBuffer> flux() {
        return connection
                .inbound()
                .receive()
                .retain()
                .<DataBuffer>map(BUFFERS::wrap)
                .doFinally(signal -> {
                    if (signal != SignalType.ON_COMPLETE) {
                        giveUp();
                    }
                });
    }

    /** Returns whether the whole body has been received, so that it can be gathered without waiting. */
    boolean isReceivedWithHead() {
        return end.filter(MessageEnd::isReceivedWithHead).isPresent();
    }

    /** Reads the whole body, which has been received. */
    void gather(Consumer<byte[]> gathered, Consumer<Throwable> failed) {
        connection.inbound().receive().subscribe(new BodyAggregator(gathered, failed));
    }

    /** Reads the rest of a body if it is short, and cancels it if it is not. */
    static void drain(Flux<DataBuffer> body) {
        body.map(NettyDataBufferFactory::toByteBuf).subscribe(new ContentDrain());
    }

    /** Discards a body that has arrived completely, and otherwise closes its connection. */
    void letGo() {
        cutOffUnlessWhole(() -> connection.inbound().receive().subscribe(dropped -> {}, error -> {}));
    }

    private void giveUp() {
        cutOffUnlessWhole(() -> {});
    }

    /**
     * Closes the connection, unless the message has arrived completely: then the connection is back in the pool, and possibly in
     * use by another request. Runs on the connection's event loop, so that nothing can happen in between.
     */
    private void cutOffUnlessWhole(Runnable whole) {
        channel.eventLoop().execute(() -> {
            if (end.filter(MessageEnd::isMessageComplete).isPresent()) {
                whole.run();
            } else {
                connection.dispose();
            }
        });
    }
}
