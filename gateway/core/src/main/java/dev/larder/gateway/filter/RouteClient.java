package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.ReadExchange;
import dev.larder.gateway.message.ClientPort;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.http.InterimResponseRelay;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.ZeroCopyHttpOutputMessage;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * The client of an exchange on its route. The head is prepared, and seen by the route's other filters, before {@link
 * PreparedResponseWriter} writes it with the content.
 */
final class RouteClient implements ClientPort {

    private static final int CONTINUE = 100;

    private final FilterRequest filterRequest;
    private final ExchangeLoop loop;
    private final MonoSink<Void> prepared;
    private final UnaryOperator<Throwable> signalled;
    private final Optional<InterimResponseRelay> interims;
    private @Nullable ReadExchange exchange;
    private @Nullable ResponseHead begun;
    private @Nullable Content streamed;

    /**
     * Creates a client that has got nothing.
     *
     * @param prepared completed when the response is prepared
     * @param signalled returns a failure as filters of routes know it
     */
    RouteClient(
            FilterRequest filterRequest,
            ExchangeLoop loop,
            MonoSink<Void> prepared,
            UnaryOperator<Throwable> signalled) {
        this.filterRequest = filterRequest;
        this.loop = loop;
        this.prepared = prepared;
        this.signalled = signalled;
        this.interims = InterimResponseRelay.towards(filterRequest.nativeRequest());
    }

    /**
     * Notifies the exchange when the client leaves.
     *
     * @param running work of the adapter that ends then, if no response is prepared
     */
    void observedBy(ReadExchange observer, Disposable running) {
        exchange = observer;
        prepared.onCancel(() -> {
            running.dispose();
            left();
        });
        atEnd(this::left);
    }

    private void left() {
        loop.run(() -> {
            if (exchange != null) {
                exchange.clientLeft();
            }
            if (streamed != null) {
                streamed.abandon();
            }
        });
    }

    /** Those of an origin behind filters are passed on by its client. The server itself answers clients that expect one. */
    @Override
    public void interim(ResponseHead head) {
        if (head.status() != CONTINUE) {
            interims.ifPresent(relay -> relay.passOn(NativeResponseHead.message(head)));
        }
    }

    @Override
    public void confirms(StoredResponse stored) {
        SelectedRepresentation.tell(filterRequest.exchange().getRequest(), stored);
    }

    @Override
    public void send(ResponseHead head, List<ByteBuffer> content) {
        if (filterRequest.isHead() || content.isEmpty()) {
            ResponseCommitter.headToClient(filterRequest.exchange(), filterRequest.answer(), head);
        } else {
            ResponseCommitter.head(filterRequest.exchange(), filterRequest.answer(), head);
            filterRequest.answer().content(response -> StoredBodyUtils.write(content, response));
        }
        prepared.success();
    }

    /** Content in one piece is sent in one message with its head, if only the server sees it. */
    @Override
    public void send(ResponseHead head, ByteBuf content) {
        OptionalLong announced = head.announcedLength();
        if (announced.isEmpty() || announced.getAsLong() != content.readableBytes() || !content.isReadable()) {
            ClientPort.super.send(head, content);
            return;
        }
        var whole = new AtomicReference<@Nullable ByteBuf>(content);
        atEnd(() -> ReferenceCountUtil.release(whole.getAndSet(null)));
        ResponseCommitter.whole(
                filterRequest.exchange(),
                filterRequest.answer(),
                head,
                Mono.fromSupplier(() -> whole.getAndSet(null)).map(this::whole));
        prepared.success();
    }

    /** Who fails to write content in one piece may release it once more. */
    private DataBuffer whole(ByteBuf octets) {
        return octets.isDirect() ? copy(octets) : buffer(octets);
    }

    private DataBuffer buffer(ByteBuf octets) {
        return buffers() instanceof NettyDataBufferFactory netty ? netty.wrap(octets) : copy(octets);
    }

    private DataBuffer copy(ByteBuf octets) {
        try {
            return buffers().wrap(ByteBufUtil.getBytes(octets));
        } finally {
            octets.release();
        }
    }

    /** Octets of a file must reach the connection as they are. */
    @Override
    public boolean canSendFiles() {
        boolean[] plain = new boolean[1];
        if (filterRequest.exchange().getResponse() instanceof AbstractServerHttpResponse response
                && response instanceof ZeroCopyHttpOutputMessage
                && response.getNativeResponse() instanceof HttpServerResponse server
                && server instanceof HttpServerRequest request
                && request.version().equals(HttpVersion.HTTP_1_1)) {
            server.withConnection(
                    connection -> plain[0] = connection.channel().pipeline().get(SslHandler.class) == null);
        }
        return plain[0];
    }

    @Override
    public void sendFile(ResponseHead head, Path file, ByteRange part) {
        ResponseCommitter.head(filterRequest.exchange(), filterRequest.answer(), head);
        filterRequest
                .answer()
                .content(response ->
                        ((ZeroCopyHttpOutputMessage) response).writeWith(file, part.first(), part.length()));
        prepared.success();
    }

    private void stream(ResponseHead head, Flux<DataBuffer> content) {
        ResponseCommitter.toClient(filterRequest.exchange(), filterRequest.answer(), head, content);
        prepared.success();
    }

    private DataBufferFactory buffers() {
        return filterRequest.exchange().getResponse().bufferFactory();
    }

    @Override
    public void atEnd(Runnable action) {
        filterRequest.answer().atEnd(action);
    }

    @Override
    public boolean tryHandleError(Throwable error) {
        breakOff(error);
        return true;
    }

    /** The route's filters see the head at once; it is written with the first content. */
    @Override
    public void announce(ResponseHead head) {
        begun = head;
        if (!filterRequest.isBodiless(head.status())) {
            content();
        }
    }

    @Override
    public boolean mayBeginAnew() {
        return streamed == null;
    }

    @Override
    public void head(ResponseHead head) {
        begun = head;
    }

    @Override
    public void data(ByteBuf octets) {
        content().add(octets);
    }

    private Content content() {
        Content known = streamed;
        if (known == null) {
            ResponseHead head = begun();
            known = new Content(head.announcedLength().isPresent());
            streamed = known;
            stream(head, Flux.from(known));
        }
        return known;
    }

    private ResponseHead begun() {
        ResponseHead head = begun;
        if (head == null) {
            throw new IllegalStateException("The response has no head.");
        }
        return head;
    }

    @Override
    public void flush() {}

    @Override
    public void end() {
        if (filterRequest.isBodiless(begun().status())) {
            send(begun(), List.of());
        } else {
            content().end(null);
        }
    }

    @Override
    public void breakOff(Throwable error) {
        if (streamed == null) {
            prepared.error(signalled.apply(error));
        } else {
            streamed.end(error);
        }
    }

    @Override
    public boolean isWritable() {
        return streamed == null || streamed.isWritable();
    }

    private enum Stage {
        ARRIVING,
        ARRIVED,

        /** All of it has been passed on, or its client has left. */
        OVER
    }

    /** Content on its way to the client, at the client's speed. Confined to the loop. */
    private final class Content implements Publisher<DataBuffer>, Subscription {

        private final boolean announced;
        private final Queue<ByteBuf> waiting = new ArrayDeque<>();
        private @Nullable Subscriber<? super DataBuffer> subscriber;
        private @Nullable Throwable error;
        private long demand;
        private Stage stage = Stage.ARRIVING;
        private boolean emitting;

        /** @param announced whether the head announces its length */
        Content(boolean announced) {
            this.announced = announced;
        }

        void add(ByteBuf octets) {
            if (stage == Stage.OVER) {
                octets.release();
            } else {
                waiting.add(octets);
                emit();
            }
        }

        void end(@Nullable Throwable how) {
            error = how;
            stage = stage == Stage.OVER ? Stage.OVER : Stage.ARRIVED;
            emit();
        }

        boolean isWritable() {
            return demand > waiting.size() || stage == Stage.OVER;
        }

        @Override
        public void subscribe(Subscriber<? super DataBuffer> client) {
            client.onSubscribe(this);
            loop.run(() -> {
                subscriber = client;
                emit();
            });
        }

        @Override
        public void request(long n) {
            loop.run(() -> {
                boolean wasWritable = isWritable();
                demand = Operators.addCap(demand, n);
                emit();
                if (!wasWritable && isWritable() && exchange != null) {
                    exchange.clientWritable();
                }
            });
        }

        @Override
        public void cancel() {
            left();
        }

        /** Its client has left, perhaps without ever reading it. */
        void abandon() {
            stage = Stage.OVER;
            waiting.forEach(ByteBuf::release);
            waiting.clear();
        }

        /** Emitting asks for more, which is emitted afterwards. */
        private void emit() {
            Subscriber<? super DataBuffer> client = subscriber;
            if (client == null || emitting) {
                return;
            }
            emitting = true;
            while (demand > 0 && stage != Stage.OVER && !waiting.isEmpty()) {
                demand--;
                client.onNext(buffer(waiting.remove()));
            }
            emitting = false;
            if (stage == Stage.ARRIVED && waiting.isEmpty()) {
                stage = Stage.OVER;
                if (error == null) {
                    client.onComplete();
                } else {
                    client.onError(error);
                }
            }
        }

        /** Pieces of unknown length are flushed one by one; those left behind by a leaving client must need no release. */
        private DataBuffer buffer(ByteBuf octets) {
            return announced ? RouteClient.this.buffer(octets) : copy(octets);
        }
    }
}
