package dev.larder.gateway.filter.origin;

import dev.larder.gateway.message.MessageHeadConverter;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Replaces the client's response while a request is at the origin, and hands over everything written to it. */
final class OriginResponseCapture extends AbstractServerHttpResponse {

    private final BiConsumer<OriginResponseCapture, Flux<DataBuffer>> committed;
    private boolean acts;

    OriginResponseCapture(DataBufferFactory buffers, BiConsumer<OriginResponseCapture, Flux<DataBuffer>> committed) {
        super(buffers);
        this.committed = committed;
    }

    @Override
    public void beforeCommit(Supplier<? extends Mono<Void>> action) {
        acts = true;
        super.beforeCommit(action);
    }

    /** Completes the head of a response that has been routed, by cookies and actions of filters, and goes on with it. */
    Mono<Void> complete(Runnable routed) {
        if (acts) {
            return doCommit(() -> Mono.fromRunnable(routed));
        }
        applyCookies();
        routed.run();
        return Mono.empty();
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> body) {
        return Mono.defer(() -> {
            Sinks.Empty<Void> consumed = Sinks.empty();
            committed.accept(
                    this,
                    Flux.<DataBuffer>from(body)
                            .doOnError(consumed::tryEmitError)
                            .doOnTerminate(consumed::tryEmitEmpty)
                            .doOnCancel(consumed::tryEmitEmpty));
            return consumed.asMono();
        });
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        return writeWithInternal(Flux.from(body).concatMap(Flux::from));
    }

    @Override
    public Mono<Void> setComplete() {
        return isCommitted() ? Mono.empty() : doCommit(() -> writeWithInternal(Flux.empty()));
    }

    @Override
    protected void applyStatusCode() {}

    @Override
    protected void applyHeaders() {}

    @Override
    protected void applyCookies() {
        MessageHeadConverter.writeCookies(this);
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // the signature is Spring's
    public <T> T getNativeResponse() {
        throw new IllegalStateException("The response of an origin has no native response of a client's connection.");
    }
}
