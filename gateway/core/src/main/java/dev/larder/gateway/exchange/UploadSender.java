package dev.larder.gateway.exchange;

import dev.larder.gateway.origin.OriginCall;
import dev.larder.rfc9111.HeaderFields;
import java.util.function.Consumer;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.BaseSubscriber;

/**
 * Sends the content of one request as its origin takes it, one piece at a time. Content may arrive on any thread; everything else
 * runs on the loop of the exchange. A request whose content fails is never completed.
 */
public final class UploadSender extends BaseSubscriber<DataBuffer> {

    private final OriginCall call;
    private final ExchangeLoop loop;
    private final Consumer<Throwable> failed;
    private boolean requested;
    private boolean over;

    private UploadSender(OriginCall call, ExchangeLoop loop, Consumer<Throwable> failed) {
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
        var sender = new UploadSender(call, loop, failed);
        content.flux().subscribe(sender);
        sender.next();
        return sender;
    }

    /** Asks for the next piece if the origin takes it; called when it takes more. */
    public void next() {
        if (!requested && !over && call.isWritable()) {
            requested = true;
            request(1);
        }
    }

    /** Called when no more content is needed: the rest is not waited for. */
    public void stop() {
        over = true;
        cancel();
    }

    /** Nothing is requested before the origin has a connection. */
    @Override
    protected void hookOnSubscribe(Subscription subscription) {}

    @Override
    protected void hookOnNext(DataBuffer piece) {
        loop.run(() -> {
            requested = false;
            if (over) {
                DataBufferUtils.release(piece);
            } else {
                call.send(NettyDataBufferFactory.toByteBuf(piece));
                next();
            }
        });
    }

    @Override
    protected void hookOnComplete() {
        loop.run(() -> {
            if (!over) {
                over = true;
                call.sendLast(HeaderFields.EMPTY);
            }
        });
    }

    @Override
    protected void hookOnError(Throwable error) {
        loop.run(() -> {
            if (!over) {
                over = true;
                failed.accept(error);
            }
        });
    }
}
