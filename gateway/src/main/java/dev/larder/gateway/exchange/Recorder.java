package dev.larder.gateway.exchange;

import dev.larder.gateway.rfc9111.Reason;
import dev.larder.gateway.rfc9111.StoredBody;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * Copies one origin body into the heap while it streams to the client whose request caused it. It reads at the origin's
 * speed up to the limit, so a slow client does not hold up those who wait for the record; a body that turns out longer
 * is recorded no further and from then on read at the client's speed.
 */
public final class Recorder extends BaseSubscriber<byte[]> {

    /** Told once how the recording ended. */
    public interface Listener {

        /** The body is complete, before the client's stream completes. */
        void recorded(StoredBody body);

        /** There will be no record; the client's stream goes on if the reason is {@link Reason#TOO_LARGE}. */
        void dropped(Reason reason);
    }

    private final OriginAnswer answer;
    private final long limit;
    private final Listener listener;
    private final Sinks.Many<byte[]> client = Sinks.many().unicast().onBackpressureBuffer();
    private final List<byte[]> chunks = new ArrayList<>();
    private final long announced;
    private long received;
    private byte @Nullable [] last;
    private volatile boolean recording = true;
    private volatile boolean clientGone;

    /** Records up to {@code limit} bytes of this answer. */
    public Recorder(OriginAnswer answer, long limit, Listener listener) {
        this.answer = answer;
        this.limit = limit;
        this.listener = listener;
        this.announced = answer.announcedLength().orElse(-1);
    }

    /** What the client gets; errors if the origin's body breaks off. Cancelling it does not end the recording. */
    public Flux<byte[]> clientStream() {
        return client.asFlux()
                .doOnNext(chunk -> {
                    if (!recording) {
                        request(1);
                    }
                })
                .doOnCancel(this::clientLeft);
    }

    /** Whether what is still to come is announced and short. */
    public boolean nearlyComplete(long within) {
        return recording && announced >= 0 && announced - received <= within;
    }

    /** Nobody reads the client's stream any more. */
    public void clientLeft() {
        clientGone = true;
        if (!recording) {
            cancel();
        }
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        request(1);
    }

    @Override
    protected void hookOnNext(byte[] chunk) {
        received += chunk.length;
        if (recording && received > limit) {
            abandon();
        }
        if (recording) {
            chunks.add(chunk);
        }
        if (recording && received == announced) {
            last = chunk;
        } else if (!clientGone) {
            client.tryEmitNext(chunk);
        }
        if (recording) {
            request(1);
        }
    }

    @Override
    protected void hookOnComplete() {
        if (!answer.whole(received)) {
            broken(new TruncatedResponseException());
            return;
        }
        if (recording) {
            recording = false;
            listener.recorded(HeapBody.of(chunks, (int) received));
        }
        emitLast();
        client.tryEmitComplete();
    }

    @Override
    protected void hookOnError(Throwable error) {
        broken(error);
    }

    @Override
    protected void hookOnCancel() {
        if (recording) {
            recording = false;
            listener.dropped(Reason.ABORTED);
        }
    }

    private void abandon() {
        recording = false;
        chunks.clear();
        listener.dropped(Reason.TOO_LARGE);
        if (clientGone) {
            cancel();
        }
    }

    private void broken(Throwable error) {
        if (recording) {
            recording = false;
            listener.dropped(Reason.TRUNCATED);
        }
        emitLast();
        client.tryEmitError(error);
    }

    private void emitLast() {
        byte[] chunk = last;
        last = null;
        if (chunk != null && !clientGone) {
            client.tryEmitNext(chunk);
        }
    }
}
