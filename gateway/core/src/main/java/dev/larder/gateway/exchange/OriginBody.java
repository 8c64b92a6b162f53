package dev.larder.gateway.exchange;

import dev.larder.http.MessageEnd;
import io.netty.channel.Channel;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SignalType;
import reactor.netty.Connection;

/**
 * The body of one response while it arrives. Somebody must read or drain it: what has been received waits for that, and
 * so does the connection.
 *
 * @param channel of the connection, which cannot tell any more once it is back in its pool
 * @param end of the response whose body it is
 */
record OriginBody(Connection connection, Channel channel, Optional<MessageEnd> end) {

    private static final long WORTH_DRAINING = 64 * 1024;

    /** The body of the response whose head has just arrived by this connection. */
    static OriginBody of(Connection connection) {
        return new OriginBody(connection, connection.channel(), MessageEnd.of(connection.channel()));
    }

    /** Whether it arrives by this connection, whatever it is read through; also once that is back in its pool. */
    boolean arrivesBy(Connection named) {
        Channel of = named.channel();
        return of == channel || of == connection.channel();
    }

    /** The same body, read by this connection. */
    OriginBody readBy(Connection named) {
        return new OriginBody(named, channel, end);
    }

    /** What arrives. The connection is closed if the reader leaves. */
    Flux<DataBuffer> flux(DataBufferFactory factory) {
        var buffers = (NettyDataBufferFactory) factory;
        return connection
                .inbound()
                .receive()
                .retain()
                .<DataBuffer>map(buffers::wrap)
                .doFinally(signal -> {
                    if (signal != SignalType.ON_COMPLETE) {
                        giveUp();
                    }
                });
    }

    /** Whether all of it has been received, so that it can be gathered without waiting. */
    boolean atHand() {
        return end.filter(MessageEnd::atHand).isPresent();
    }

    /** Reads all of it, which is at hand. */
    void gather(Consumer<byte[]> gathered, Consumer<Throwable> failed) {
        connection.inbound().receive().subscribe(new BodyAggregator(gathered, failed));
    }

    /** Reads a body to its end where that is near, and cuts it off where it is not. */
    static void drain(Flux<DataBuffer> body) {
        var drained = new long[1];
        body.takeWhile(buffer -> {
                    drained[0] += buffer.readableByteCount();
                    DataBufferUtils.release(buffer);
                    return drained[0] <= WORTH_DRAINING;
                })
                .subscribe(buffer -> {}, error -> {});
    }

    /** Drops what has arrived whole, and cuts off what has not. */
    void letGo() {
        cutOffUnlessWhole(() -> connection.inbound().receive().subscribe(dropped -> {}, error -> {}));
    }

    private void giveUp() {
        cutOffUnlessWhole(() -> {});
    }

    /**
     * Closes the connection, unless the message has arrived whole: it is back in the pool then, and may be another
     * request's by now. Decided on the connection's own thread, so that nothing comes between.
     */
    private void cutOffUnlessWhole(Runnable whole) {
        channel.eventLoop().execute(() -> {
            if (end.filter(MessageEnd::whole).isPresent()) {
                whole.run();
            } else {
                connection.dispose();
            }
        });
    }
}
