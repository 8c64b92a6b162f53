package dev.larder.gateway.exchange;

import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** Content of a response, or the rest of it, that is read as its client keeps up. */
final class ContentContinuation extends BaseSubscriber<byte[]> {

    private final ExchangeResponder responder;
    private final ExchangeLoop loop;
    private final @Nullable Runnable gone;
    private boolean waits;

    /** @param gone called if it breaks off before the client has got anything; null if the response fails then */
    ContentContinuation(ExchangeResponder responder, ExchangeLoop loop, @Nullable Runnable gone) {
        this.responder = responder;
        this.loop = loop;
        this.gone = gone;
    }

    void resume() {
        if (waits) {
            waits = false;
            request(1);
        }
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        request(1);
    }

    @Override
    protected void hookOnNext(byte[] piece) {
        loop.run(() -> {
            if (responder.hasClientLeft()) {
                return;
            }
            boolean more = responder.data(Unpooled.wrappedBuffer(piece));
            waits = !more;
            responder.received();
            if (more) {
                request(1);
            }
        });
    }

    /** Never before the last octets, which another thread may have handed over. */
    @Override
    protected void hookOnComplete() {
        loop.execute(() -> {
            if (!responder.hasClientLeft()) {
                responder.end();
            }
        });
    }

    @Override
    protected void hookOnError(Throwable error) {
        loop.execute(() -> {
            if (!responder.hasClientLeft() && !responder.tryAgain(gone)) {
                responder.failed(error);
            }
        });
    }
}
