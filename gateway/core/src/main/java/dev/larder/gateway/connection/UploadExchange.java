package dev.larder.gateway.connection;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.upload.UploadContent;
import dev.larder.gateway.upload.UploadReceiver;
import java.util.function.Consumer;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * A request whose content arrives after its head, or is long. The content is received as on routes, by the same {@link
 * UploadReceiver} with the same limits; when it has been read ahead, the request is carried out.
 */
final class UploadExchange implements ConnectionTask {

    private final UploadReceiver uploads;
    private final ServerWebExchange exchange;
    private final ExchangeLoop loop;
    private final ConnectionTask received;
    private final Consumer<UploadContent> beginning;
    private final Consumer<Throwable> refusal;
    private final Disposable.Swap receiving = Disposables.swap();

    /**
     * Creates an exchange that has not begun.
     *
     * @param exchange the request with its content, as it is to be forwarded
     * @param received the exchange of a request that has been received, or read ahead
     * @param beginning begins that exchange with its content
     * @param refusal called instead if the content does not arrive, or exceeds limits
     */
    UploadExchange(
            UploadReceiver uploads,
            ServerWebExchange exchange,
            ExchangeLoop loop,
            ConnectionTask received,
            Consumer<UploadContent> beginning,
            Consumer<Throwable> refusal) {
        this.uploads = uploads;
        this.exchange = exchange;
        this.loop = loop;
        this.received = received;
        this.beginning = beginning;
        this.refusal = refusal;
    }

    @Override
    public void begin() {
        receiving.update(uploads.receive(
                        exchange, loop::run, content -> Mono.<Void>create(sink -> loop.run(() -> begin(content, sink))))
                .subscribe(never -> {}, error -> loop.run(() -> refuse(error))));
    }

    /** What is received is given up when the exchange ends, and not before. */
    private boolean isOver() {
        return receiving.isDisposed();
    }

    /** The share of the upload is kept until the exchange ends. */
    private void begin(UploadContent content, MonoSink<Void> share) {
        if (isOver()) {
            return;
        }
        try {
            beginning.accept(content);
        } catch (RuntimeException fault) {
            share.error(fault);
        }
    }

    private void refuse(Throwable error) {
        if (!isOver()) {
            refusal.accept(error);
        }
    }

    @Override
    public void ended() {
        receiving.dispose();
    }

    @Override
    public void clientLeft() {
        try {
            received.clientLeft();
        } finally {
            ended();
        }
    }

    @Override
    public void clientWritable() {
        received.clientWritable();
    }
}
