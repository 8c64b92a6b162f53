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
 * Sends content in chunks. A chunk is requested only when the receiver has space for it, with backpressure up to the origin. The
 * current buffer is read and released under one lock, because a cancellation releases it while another thread may be reading.
 */
final class ContentChunkSender extends BaseSubscriber<DataBuffer> {

    /** Octets of content per message; a client's messages are limited to 4 MB. */
    static final int LENGTH = 64 * 1024;

    private final DocumentReceiver receiver;
    private final Predicate<ByteString> admitted;
    private final MonoSink<Void> done;
    private @Nullable DataBuffer atHand;
    /** Data is on its way to the receiver: nothing ends before it is there. */
    private boolean handing;

    private boolean complete;
    private boolean over;

    private ContentChunkSender(DocumentReceiver receiver, Predicate<ByteString> admitted, MonoSink<Void> done) {
        this.receiver = receiver;
        this.admitted = admitted;
        this.done = done;
    }

    /**
     * Sends content.
     *
     * @param admitted checks each chunk; the first one rejected stops the transfer without an end
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
            trySendNext();
        }
    }

    /** Sends a chunk, of the current buffer or of the next one requested. */
    private void next() {
        try {
            if (!trySendNext()) {
                request(1);
            }
        } catch (RuntimeException failed) {
            giveUp();
            done.error(failed);
        }
    }

    private boolean trySendNext() {
        Optional<ByteString> chunk = read();
        if (chunk.isEmpty()) {
            return false;
        }
        if (!admitted.test(chunk.get())) {
            giveUp();
            return true;
        }
        receiver.chunk(chunk.get());
        if (finishChunk()) {
            done.success();
        } else {
            receiver.whenReady(this::next);
        }
        return true;
    }

    /** Whether there is data to read; an empty buffer is replaced by the next. */
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

    private synchronized boolean finishChunk() {
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

    /** Also called when all data has arrived, and a buffer is still in use. */
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
