package dev.larder.gateway.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.function.Predicate;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;

/** Hands content on in chunks: one is asked for only when the receiver has room for it, and so on up to the origin. */
final class Chunks extends BaseSubscriber<ByteString> {

    /** What one message has of content; a client's messages are bounded by 4 MB. */
    static final int LENGTH = 64 * 1024;

    private final Receiver receiver;
    private final Predicate<ByteString> admitted;
    private final MonoSink<Void> done;

    private Chunks(Receiver receiver, Predicate<ByteString> admitted, MonoSink<Void> done) {
        this.receiver = receiver;
        this.admitted = admitted;
        this.done = done;
    }

    /**
     * Hands content on.
     *
     * @param admitted asked for each chunk; the first that is not ends it all, without an end
     */
    static Mono<Void> handOn(Flux<DataBuffer> content, Receiver receiver, Predicate<ByteString> admitted) {
        return Mono.create(done -> {
            var chunks = new Chunks(receiver, admitted, done);
            done.onCancel(chunks);
            content.concatMap(Chunks::of, 1)
                    .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
                    .subscribe(chunks);
        });
    }

    private static Flux<ByteString> of(DataBuffer buffer) {
        return Flux.<ByteString>generate(sink -> {
                    byte[] octets = new byte[Math.min(LENGTH, buffer.readableByteCount())];
                    if (octets.length == 0) {
                        sink.complete();
                        return;
                    }
                    buffer.read(octets);
                    sink.next(UnsafeByteOperations.unsafeWrap(octets));
                })
                .doFinally(signal -> DataBufferUtils.release(buffer));
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        receiver.whenReady(this::next);
    }

    @Override
    protected void hookOnNext(ByteString chunk) {
        if (!admitted.test(chunk)) {
            cancel();
            return;
        }
        receiver.chunk(chunk);
        receiver.whenReady(this::next);
    }

    private void next() {
        request(1);
    }

    @Override
    protected void hookOnComplete() {
        done.success();
    }

    @Override
    protected void hookOnError(Throwable error) {
        done.error(error);
    }

    @Override
    public Context currentContext() {
        return Context.of(done.contextView());
    }
}
