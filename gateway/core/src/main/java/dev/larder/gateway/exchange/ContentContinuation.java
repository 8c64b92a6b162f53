package dev.larder.gateway.exchange;

import dev.larder.gateway.message.ExchangeLoop;
import io.netty.buffer.Unpooled;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** Content of a response, or the rest of it, that is read as its client keeps up. */
abstract class ContentContinuation extends BaseSubscriber<byte[]> {

    private final ResponseSink client;
    private final ExchangeLoop loop;
    private Reading reading = Reading.ASKED;

    private enum Reading {
        /** The next piece has been asked for. */
        ASKED,
        /** The client has to keep up first. */
        HELD
    }

    ContentContinuation(ResponseSink client, ExchangeLoop loop) {
        this.client = client;
        this.loop = loop;
    }

    /** Returns whether the client has left: it gets nothing more. */
    abstract boolean hasClientLeft();

    /** Called if the content breaks off while the client waits for it. */
    abstract void onBreakOff(Throwable error);

    void resume() {
        if (reading == Reading.HELD) {
            reading = Reading.ASKED;
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
            if (hasClientLeft()) {
                return;
            }
            boolean more = client.receive(Unpooled.wrappedBuffer(piece));
            reading = more ? Reading.ASKED : Reading.HELD;
            client.received();
            if (more) {
                request(1);
            }
        });
    }

    /** Never before the last octets, which another thread may have handed over. */
    @Override
    protected void hookOnComplete() {
        loop.execute(() -> {
            if (!hasClientLeft()) {
                client.end();
            }
        });
    }

    @Override
    protected void hookOnError(Throwable error) {
        loop.execute(() -> {
            if (!hasClientLeft()) {
                onBreakOff(error);
            }
        });
    }
}
