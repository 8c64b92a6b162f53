package dev.larder.gateway.exchange;

import dev.larder.gateway.origin.OriginCall;
import dev.larder.rfc9111.HeaderFields;
import java.util.function.Consumer;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/**
 * Sends the content of one request as its origin takes it, one piece at a time. Content may arrive on any thread; everything else
 * runs on the loop of the exchange. A request whose content fails is never completed.
 */
public final class UploadSender extends BaseSubscriber<DataBuffer> {

    private final Flux<DataBuffer> content;
    private final OriginCall call;
    private final ExchangeLoop loop;
    private final Consumer<Throwable> failed;
    private State state = State.UNREAD;

    private enum State {
        /** Nothing is subscribed to before the origin has a connection. */
        UNREAD,
        /** The next piece has been requested. */
        REQUESTED,
        /** The origin takes no piece for now. */
        WAITING,
        OVER
    }

    private UploadSender(Flux<DataBuffer> content, OriginCall call, ExchangeLoop loop, Consumer<Throwable> failed) {
        this.content = content;
        this.call = call;
        this.loop = loop;
        this.failed = failed;
    }

    /**
     * Begins to send content.
     *
     * @param call the request, of which nothing but the head has been sent
     * @param failed told why the rest of the content does not arrive
     */
    public static UploadSender send(
            UploadContent content, OriginCall call, ExchangeLoop loop, Consumer<Throwable> failed) {
        return send(content.flux(), call, loop, failed);
    }

    /** The same for content of any other source, which is not subscribed to before the origin has a connection. */
    public static UploadSender send(
            Flux<DataBuffer> content, OriginCall call, ExchangeLoop loop, Consumer<Throwable> failed) {
        var sender = new UploadSender(content, call, loop, failed);
        sender.next();
        return sender;
    }

    /** Asks for the next piece if the origin takes it; called when it takes more. */
    public void next() {
        State before = state;
        if ((before != State.UNREAD && before != State.WAITING) || !call.isWritable()) {
            return;
        }
        state = State.REQUESTED;
        if (before == State.UNREAD) {
            content.subscribe(this);
        } else {
            request(1);
        }
    }

    /** Called when no more content is needed: the rest is not waited for. */
    public void stop() {
        state = State.OVER;
        cancel();
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        subscription.request(1);
    }

    @Override
    protected void hookOnNext(DataBuffer piece) {
        loop.run(() -> {
            if (state == State.OVER) {
                DataBufferUtils.release(piece);
            } else {
                state = State.WAITING;
                call.send(NettyDataBufferFactory.toByteBuf(piece));
                next();
            }
        });
    }

    @Override
    protected void hookOnComplete() {
        loop.run(() -> {
            if (state != State.OVER) {
                state = State.OVER;
                call.sendLast(HeaderFields.EMPTY);
            }
        });
    }

    @Override
    protected void hookOnError(Throwable error) {
        loop.run(() -> {
            if (state != State.OVER) {
                state = State.OVER;
                failed.accept(error);
            }
        });
    }
}
