package dev.larder.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;

/**
 * Hands content on in chunks: one is asked for only when the receiver has room for it, and so on up to the origin. The buffer at
 * hand is read and released under one lock, as whoever cancels does so while another thread may be reading.
 */
final class ContentChunkSender extends BaseSubscriber<DataBuffer> {

    /** What one message has of content; a client's messages are bounded by 4 MB. */
    static final int LENGTH = 64 * 1024;

    private final DocumentReceiver receiver;
    private final Predicate<ByteString> admitted;
    private final MonoSink<Void> done;
    private @Nullable DataBuffer atHand;
    /** What has been read is on its way to the receiver: nothing ends before it is there. */
    private boolean handing;

    private boolean complete;
    private boolean over;

    private ContentChunkSender(DocumentReceiver receiver, Predicate<ByteString> admitted, MonoSink<Void> done) {
        this.receiver = receiver;
        this.admitted = admitted;
        this.done = done;
    }

    /**
     * Hands content on.
     *
     * @param admitted asked for each chunk; the first that is not ends it all, without an end
     */
    static Mono<Void> handOn(Flux<DataBuffer> content, DocumentReceiver receiver, Predicate<ByteString> admitted) {
        return Mono.create(done -> {
            var chunks = new ContentChunkSender(receiver, admitted, done);
            done.onCancel(chunks::giveUp);
            content.doOnDiscard(DataBuffer.class, DataBufferUtils::release).subscribe(chunks);
        });
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        receiver.whenReady(this::next);
    }

    @Override
    protected void hookOnNext(DataBuffer buffer) {
        if (take(buffer)) {
            handOn();
        }
    }

    /** There is room for one chunk: the next of the buffer at hand, or of the one that is asked for. */
    private void next() {
        try {
            if (!handOn()) {
                request(1);
            }
        } catch (RuntimeException failed) {
            giveUp();
            done.error(failed);
        }
    }

    private boolean handOn() {
        Optional<ByteString> chunk = read();
        if (chunk.isEmpty()) {
            return false;
        }
        if (!admitted.test(chunk.get())) {
            giveUp();
            return true;
        }
        receiver.chunk(chunk.get());
        if (allHandedOn()) {
            done.success();
        } else {
            receiver.whenReady(this::next);
        }
        return true;
    }

    /** Whether there is something to be read; what is empty gives way to the next. */
    private boolean take(DataBuffer buffer) {
        synchronized (this) {
            if (!over && buffer.readableByteCount() > 0) {
                atHand = buffer;
                return true;
            }
        }
        DataBufferUtils.release(buffer);
        request(1);
        return false;
    }

    private synchronized Optional<ByteString> read() {
        DataBuffer buffer = atHand;
        if (buffer == null) {
            return Optional.empty();
        }
        byte[] octets = new byte[Math.min(LENGTH, buffer.readableByteCount())];
        buffer.read(octets);
        handing = true;
        if (buffer.readableByteCount() == 0) {
            release();
        }
        return Optional.of(UnsafeByteOperations.unsafeWrap(octets));
    }

    private synchronized boolean allHandedOn() {
        handing = false;
        return complete && atHand == null;
    }

    private synchronized void release() {
        DataBuffer buffer = atHand;
        atHand = null;
        if (buffer != null) {
            DataBufferUtils.release(buffer);
        }
    }

    private synchronized void end() {
        over = true;
        release();
    }

    /** Also when all has arrived, and a buffer is still at hand. */
    private void giveUp() {
        cancel();
        end();
    }

    @Override
    protected void hookOnComplete() {
        boolean read;
        synchronized (this) {
            complete = true;
            read = atHand == null && !handing;
        }
        if (read) {
            done.success();
        }
    }

    @Override
    protected void hookOnError(Throwable error) {
        end();
        done.error(error);
    }

    @Override
    public Context currentContext() {
        return Context.of(done.contextView());
    }
}
