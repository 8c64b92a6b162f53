package dev.larder.gateway.exchange;

import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StoredBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * Records one origin body while it streams to the client that caused it.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>the body goes to</th><th>read at the speed of</th><th>left when</th></tr>
 * <tr><td>in the heap</td><td>the record and the client</td><td>the origin</td><td>it is complete or longer than
 * {@code limit}, breaks off, or is cancelled</td></tr>
 * <tr><td>beyond the heap</td><td>a {@link BodyRecorder}, which the client reads too</td><td>the origin, while there is
 * room</td><td>it is written or too long, breaks off, is lost, or is cancelled</td></tr>
 * <tr><td>not recorded any more</td><td>the client, or the readers of the {@code BodyRecorder}</td><td>the slowest
 * reader</td><td>it ends, or the last of them leaves</td></tr>
 * </table>
 *
 * <p>{@code recording} turns false once, under the monitor. The thread that changes it tells the listener why, which is so
 * called with either {@code recorded} or {@code dropped}. In the heap, the last chunk of a body of announced length is held
 * back until the listener releases it: a client that has the whole response finds it stored.
 *
 * <p>The hooks run one after another, on the event loop of the origin's connection, or on a timer's thread if the body stops
 * arriving. Only they use {@code chunks} and {@code received}; {@link #nearlyComplete} only estimates. The client's stream is
 * read on its event loop. Any thread may call all other methods; the worker that writes calls {@link Larger}.
 * {@code clientGone}, {@code rest}, {@code larger} and {@code recording} are volatile: each side sets its own and then reads
 * the other's, so that of two concurrent calls at least one cancels.
 */
public final class OriginBodyRecorder extends BaseSubscriber<byte[]> {

    /** Is told once how the recording ended. */
    public interface Listener {

        /**
         * Called when the body is complete; the client's stream is not.
         *
         * @param ready must be run once to complete the client's stream
         */
        void recorded(StoredBody body, Runnable ready);

        /** Called when the recording is dropped. The client's stream goes on, unless the body broke off. */
        void dropped(Reason reason);

        /** Called when the body is too large for the heap; from now on, others can read it from the recorder. */
        default void overflowed(BodyRecorder recorder) {}
    }

    private final OriginResponseStream answer;
    private final long limit;
    private final Optional<BodyRecorderFactory> beyondHeap;
    private final Listener listener;
    private final Sinks.Many<byte[]> client = Sinks.many().unicast().onBackpressureBuffer();
    private final List<byte[]> chunks = new ArrayList<>();
    private final long announced;
    private long received;
    private byte @Nullable [] last;
    private volatile @Nullable BodyRecorder larger;
    private volatile BodyRecorder.@Nullable Reader rest;
    private volatile boolean recording = true;
    private volatile boolean clientGone;

    /**
     * Creates a recorder for this response.
     *
     * @param limit maximum number of bytes in the heap
     * @param beyondHeap creates recorders for larger bodies
     */
    public OriginBodyRecorder(
            OriginResponseStream answer, long limit, Optional<BodyRecorderFactory> beyondHeap, Listener listener) {
        this.answer = answer;
        this.limit = limit;
        this.beyondHeap = beyondHeap.filter(place -> place.accepts(answer.announcedLength()));
        this.listener = listener;
        this.announced = answer.announcedLength().orElse(-1);
    }

    /** Returns the client's stream, which fails if the origin's body breaks off. Cancelling it does not end the recording. */
    public Flux<byte[]> clientStream() {
        Flux<byte[]> fromHeap = client.asFlux().doOnNext(chunk -> {
            if (!recording && larger == null) {
                request(1);
            }
        });
        return (beyondHeap.isEmpty() ? fromHeap : fromHeap.concatWith(Flux.defer(this::fromLarger)))
                .doOnCancel(this::clientLeft);
    }

    private Flux<byte[]> fromLarger() {
        BodyRecorder.Reader reader = rest;
        return reader == null ? Flux.empty() : Flux.from(reader);
    }

    /** Returns whether the rest of the body is announced and short. */
    public boolean nearlyComplete(long within) {
        return recording && announced >= 0 && announced - received <= within;
    }

    /** Called when the client's stream is not read any more. */
    public void clientLeft() {
        clientGone = true;
        BodyRecorder.Reader reader = rest;
        if (reader != null) {
            reader.cancel();
        }
        cancelUnlessWanted();
    }

    private void cancelUnlessWanted() {
        BodyRecorder begun = larger;
        if (!recording && clientGone && (begun == null || !begun.isRead())) {
            cancel();
        }
    }

    /** Called when the recording is stored or not needed: it will have no more readers here. */
    public void letGo() {
        BodyRecorder begun = larger;
        if (begun != null) {
            begun.letGo();
        }
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        if (announced > limit) {
            outgrown();
        }
        request(1);
    }

    @Override
    protected void hookOnNext(byte[] chunk) {
        if (recording && larger == null && received + chunk.length > limit) {
            outgrown();
        }
        received += chunk.length;
        BodyRecorder begun = larger;
        if (begun != null) {
            pass(begun, chunk);
            return;
        }
        if (recording) {
            chunks.add(chunk);
        }
        if (recording && received == announced) {
            // The client must not receive the last chunk before other requests can find the response in the store.
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
        BodyRecorder begun = larger;
        if (begun != null) {
            begun.complete();
            return;
        }
        if (stopRecording()) {
            listener.recorded(HeapBody.of(chunks, (int) received), this::end);
        } else {
            end();
        }
    }

    private void end() {
        emitLast();
        client.tryEmitComplete();
    }

    @Override
    protected void hookOnError(Throwable error) {
        broken(error);
    }

    @Override
    protected void hookOnCancel() {
        if (stopRecording()) {
            listener.dropped(Reason.ABORTED);
        }
        failRecorder(new TruncatedResponseException());
    }

    /** The body is too large for the heap; the client has been sent everything received so far. */
    private void outgrown() {
        if (beyondHeap.isEmpty()) {
            chunks.clear();
            abandon(Reason.TOO_LARGE);
            return;
        }
        BodyRecorder begun = beyondHeap.get().begin(answer.announcedLength(), new Larger());
        chunks.forEach(begun::offer);
        chunks.clear();
        BodyRecorder.Reader reader = begun.readOn(received);
        rest = reader;
        larger = begun;
        if (clientGone) {
            reader.cancel();
        }
        client.tryEmitComplete();
        listener.overflowed(begun);
    }

    private void pass(BodyRecorder begun, byte[] chunk) {
        if (received > beyondHeap.orElseThrow().maxObjectSize()) {
            begun.abandon();
            abandon(Reason.TOO_LARGE);
        }
        if (begun.offer(chunk)) {
            request(1);
        }
        cancelUnlessWanted();
    }

    private void abandon(Reason reason) {
        if (stopRecording()) {
            listener.dropped(reason);
            cancelUnlessWanted();
        }
    }

    /** Returns whether it was recording. The caller that stops it tells the listener why. */
    private synchronized boolean stopRecording() {
        boolean was = recording;
        recording = false;
        return was;
    }

    private void failRecorder(Throwable error) {
        BodyRecorder begun = larger;
        if (begun != null) {
            begun.fail(error);
        }
    }

    private void broken(Throwable error) {
        if (stopRecording()) {
            listener.dropped(Reason.TRUNCATED);
        }
        emitLast();
        client.tryEmitError(error);
        failRecorder(error);
    }

    private void emitLast() {
        byte[] chunk = last;
        last = null;
        if (chunk != null && !clientGone) {
            client.tryEmitNext(chunk);
        }
    }

    /** Handles the outcome of a body that is recorded outside the heap. */
    private final class Larger implements BodyRecorder.Listener {

        @Override
        public void room() {
            request(1);
        }

        @Override
        public void written(ReadableBody whole) {
            if (stopRecording()) {
                listener.recorded(whole, () -> {});
            } else {
                whole.release();
            }
        }

        @Override
        public void lost() {
            abandon(Reason.STORE_FAULT);
        }
    }
}
