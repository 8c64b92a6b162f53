package dev.larder.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * The content of one request at its connection, which is read no faster than the one subscriber asks for pieces. Content that is no
 * longer needed is read and discarded up to its end: there the next request begins. Called on the connection's event loop, but for
 * the subscription.
 */
final class ConnectionContent extends Flux<DataBuffer> implements Subscription {

    private final Channel connection;
    private final NettyDataBufferFactory buffers;
    private final Queue<ByteBuf> arrived = new ArrayDeque<>();
    private @Nullable CoreSubscriber<? super DataBuffer> reader;
    private @Nullable Throwable failure;
    private long demand;
    private boolean ended;
    private boolean emitting;
    private boolean dropping;

    ConnectionContent(Channel connection) {
        this.connection = connection;
        this.buffers = new NettyDataBufferFactory(connection.alloc());
    }

    /** Returns a copy of the content among messages, which is short. */
    static ByteBuf copy(Iterable<Object> messages, ByteBufAllocator allocator) {
        int length = 0;
        for (Object msg : messages) {
            length += msg instanceof HttpContent part ? part.content().readableBytes() : 0;
        }
        if (length == 0) {
            return Unpooled.EMPTY_BUFFER;
        }
        ByteBuf copy = allocator.directBuffer(length);
        for (Object msg : messages) {
            if (msg instanceof HttpContent part) {
                copy.writeBytes(
                        part.content(),
                        part.content().readerIndex(),
                        part.content().readableBytes());
            }
        }
        return copy;
    }

    /** Takes over a part of the content. */
    void receive(HttpContent part) {
        ended = part instanceof LastHttpContent;
        if (dropping || !part.content().isReadable()) {
            part.release();
        } else {
            arrived.add(part.content());
        }
        emit();
    }

    /** Fails the content. */
    void fail(Throwable error) {
        failure = error;
        emit();
    }

    /** Called when the request has been answered, or its client has left. */
    void drop() {
        dropping = true;
        arrived.forEach(ByteBuf::release);
        arrived.clear();
        pace();
    }

    @Override
    public void subscribe(CoreSubscriber<? super DataBuffer> subscriber) {
        reader = subscriber;
        subscriber.onSubscribe(this);
    }

    @Override
    public void request(long pieces) {
        onLoop(() -> {
            demand = Operators.addCap(demand, pieces);
            emit();
        });
    }

    @Override
    public void cancel() {
        onLoop(this::drop);
    }

    private void onLoop(Runnable action) {
        if (connection.eventLoop().inEventLoop()) {
            action.run();
        } else {
            connection.eventLoop().execute(action);
        }
    }

    /** What is emitted may set off the next request, which is fulfilled afterwards. */
    private void emit() {
        CoreSubscriber<? super DataBuffer> to = reader;
        if (to == null || emitting) {
            return;
        }
        emitting = true;
        try {
            while (demand > 0 && !dropping && failure == null && !arrived.isEmpty()) {
                demand--;
                to.onNext(buffers.wrap(arrived.remove()));
            }
        } finally {
            emitting = false;
        }
        boolean complete = ended && arrived.isEmpty();
        if (!dropping && (failure != null || complete)) {
            drop();
            if (failure == null) {
                to.onComplete();
            } else {
                to.onError(failure);
            }
        } else {
            pace();
        }
    }

    /** Behind the end of the content, the connection is read for others. */
    private void pace() {
        if (!ended) {
            connection.config().setAutoRead(dropping || demand > arrived.size());
        }
    }
}
