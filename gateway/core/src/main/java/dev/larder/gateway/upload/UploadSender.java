package dev.larder.gateway.upload;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.http.client.OriginCall;
import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * Sends the content of one request as its origin takes it, one piece at a time. Content may arrive on any thread; everything else
 * runs on the loop of the exchange. A request whose content fails is never completed.
 */
public final class UploadSender implements CoreSubscriber<ByteBuf> {

    private final Publisher<ByteBuf> content;
    private final OriginCall call;
    private final ExchangeLoop loop;
    private final Consumer<Throwable> failed;
    private State state = State.UNREAD;
    private @Nullable Subscription source;

    private enum State {
        /** Nothing is subscribed to before the origin has a connection. */
        UNREAD,
        /** The next piece has been requested. */
        REQUESTED,
        /** The origin takes no piece for now. */
        WAITING,
        OVER
    }

    private UploadSender(Publisher<ByteBuf> content, OriginCall call, ExchangeLoop loop, Consumer<Throwable> failed) {
        this.content = content;
        this.call = call;
        this.loop = loop;
        this.failed = failed;
    }

    /**
     * Begins to send content.
     *
     * @param content is not subscribed to before the origin has a connection
     * @param call the request, of which nothing but the head has been sent
     * @param failed told why the rest of the content does not arrive, or could not be sent
     */
    public static UploadSender send(
            Publisher<ByteBuf> content, OriginCall call, ExchangeLoop loop, Consumer<Throwable> failed) {
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
        } else if (source != null) {
            source.request(1);
        }
    }

    /** Called when no more content is needed: the rest is not waited for. */
    public void stop() {
        state = State.OVER;
        if (source != null) {
            source.cancel();
        }
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        loop.run(() -> {
            source = subscription;
            if (state == State.OVER) {
                subscription.cancel();
            } else {
                subscription.request(1);
            }
        });
    }

    @Override
    public void onNext(ByteBuf piece) {
        loop.run(() -> {
            if (state == State.OVER) {
                piece.release();
            } else {
                send(piece);
            }
        });
    }

    private void send(ByteBuf piece) {
        state = State.WAITING;
        try {
            call.send(piece);
            next();
        } catch (RuntimeException fault) {
            stop();
            failed.accept(fault);
        }
    }

    @Override
    public void onComplete() {
        loop.run(() -> {
            if (state != State.OVER) {
                state = State.OVER;
                call.sendLast(HeaderFields.EMPTY);
            }
        });
    }

    @Override
    public void onError(Throwable error) {
        loop.run(() -> {
            if (state != State.OVER) {
                state = State.OVER;
                failed.accept(error);
            }
        });
    }
}
