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
 *
 * <pre>
 * ARRIVING --- its end arrives ---> ARRIVED
 *    |                                 |  the reader has all of it, or content is not needed any more
 *    v                                 v
 * DROPPED  --- its end arrives ---> OVER
 * </pre>
 */
final class ConnectionContent extends Flux<DataBuffer> implements Subscription {

    private final Channel connection;
    private final NettyDataBufferFactory buffers;
    private final Queue<ByteBuf> arrived = new ArrayDeque<>();
    private @Nullable CoreSubscriber<? super DataBuffer> reader;
    private @Nullable Throwable failure;
    private long demand;
    private State state = State.ARRIVING;

    private enum State {
        ARRIVING,
        /** The end has arrived, but has not been passed on yet. */
        ARRIVED,
        /** What still arrives is discarded. */
        DROPPED,
        OVER;

        private State atEnd() {
            return this == ARRIVING ? ARRIVED : this == DROPPED ? OVER : this;
        }

        private State dropped() {
            return this == ARRIVING ? DROPPED : this == ARRIVED ? OVER : this;
        }

        private boolean isRead() {
            return this == ARRIVING || this == ARRIVED;
        }
    }

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
        if (state.isRead() && part.content().isReadable()) {
            arrived.add(part.content());
        } else {
            part.release();
        }
        if (part instanceof LastHttpContent) {
            state = state.atEnd();
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
        state = state.dropped();
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

    /** What is emitted may set off the next request, which is fulfilled afterwards: there is no reader meanwhile. */
    private void emit() {
        CoreSubscriber<? super DataBuffer> to = reader;
        if (to == null) {
            return;
        }
        reader = null;
        try {
            while (demand > 0 && failure == null && !arrived.isEmpty()) {
                demand--;
                to.onNext(buffers.wrap(arrived.remove()));
            }
        } finally {
            reader = to;
        }
        if (state.isRead() && (failure != null || (state == State.ARRIVED && arrived.isEmpty()))) {
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
        switch (state) {
            case ARRIVING -> connection.config().setAutoRead(demand > arrived.size());
            case DROPPED -> connection.config().setAutoRead(true);
            case ARRIVED, OVER -> {}
        }
    }
}
