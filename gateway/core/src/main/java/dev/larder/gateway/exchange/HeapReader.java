package dev.larder.gateway.exchange;

import dev.larder.gateway.store.BodyRecorder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Operators;

/**
 * Reads a {@link HeapRecording} from some position on, for one subscriber, at its speed, and goes on where that goes on. Its
 * position and where it goes on are guarded by the recording's monitor.
 */
abstract class HeapReader implements BodyRecorder.Reader, Subscription {

    private final long end;
    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger turns = new AtomicInteger();
    private long position;
    private BodyRecorder.@Nullable Reader elsewhere;
    private volatile @Nullable Subscriber<? super byte[]> subscriber;
    private volatile @Nullable Rest rest;
    private volatile @Nullable Throwable broken;
    private volatile boolean over;

    HeapReader(long first, long end) {
        this.position = first;
        this.end = end;
    }

    /**
     * Takes what comes next from the recording.
     *
     * @param wanted whether octets may be taken
     */
    abstract HeapPiece take(boolean wanted);

    /** Called when it reads nothing more from the recording, perhaps more than once. */
    abstract void onEnd();

    long position() {
        return position;
    }

    long end() {
        return end;
    }

    void advance(int octets) {
        position += octets;
    }

    BodyRecorder.@Nullable Reader elsewhere() {
        return elsewhere;
    }

    void moveTo(BodyRecorder next) {
        elsewhere = next.readOn(position);
    }

    /** It gets nothing more. */
    void breakOff(Throwable error) {
        broken = error;
        drain();
    }

    @Override
    public void subscribe(Subscriber<? super byte[]> client) {
        if (subscriber != null) {
            Operators.error(client, new IllegalStateException("it has a subscriber"));
            return;
        }
        subscriber = client;
        client.onSubscribe(this);
        drain();
    }

    @Override
    public void request(long n) {
        requested.accumulateAndGet(n, Operators::addCap);
        drain();
    }

    @Override
    public void cancel() {
        over = true;
        onEnd();
        drain();
    }

    /** Emits available octets; one thread at a time, other threads leave the work to that one. */
    void drain() {
        if (turns.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        do {
            handOver();
            missed = turns.addAndGet(-missed);
        } while (missed != 0);
    }

    private void handOver() {
        Subscriber<? super byte[]> client = subscriber;
        Rest following = rest;
        boolean more = client != null || over;
        while (more && following == null) {
            Throwable error = broken;
            HeapPiece piece = error != null ? new HeapPiece.End(error) : take(!over && requested.get() > 0);
            more = client == null || over ? leave() : emit(client, piece);
            following = rest;
        }
        if (following != null) {
            if (over) {
                following.cancel();
            } else if (requested.get() > 0) {
                following.request(requested.getAndSet(0));
            }
        }
    }

    /** What it would go on with elsewhere is not read, wherever it has stopped. */
    private boolean leave() {
        BodyRecorder.Reader unread = elsewhere;
        if (unread != null) {
            unread.cancel();
        }
        return false;
    }

    /** Hands one piece over; returns whether more may be available now. */
    private boolean emit(Subscriber<? super byte[]> client, HeapPiece piece) {
        if (piece instanceof HeapPiece.Octets some) {
            requested.accumulateAndGet(1, (had, one) -> had == Long.MAX_VALUE ? had : had - one);
            client.onNext(some.octets());
            return true;
        }
        if (piece instanceof HeapPiece.Elsewhere there) {
            var following = new Rest(client, end - position);
            rest = following;
            onEnd();
            there.reader().subscribe(following);
        } else if (piece instanceof HeapPiece.End ended) {
            end(client, ended.failure());
        }
        return false;
    }

    private void end(Subscriber<? super byte[]> client, @Nullable Throwable failure) {
        over = true;
        onEnd();
        leave();
        if (failure == null) {
            client.onComplete();
        } else {
            client.onError(failure);
        }
    }

    /** The content from where the recording has gone on, up to the end of what is read. */
    private static final class Rest extends BaseSubscriber<byte[]> {

        private final Subscriber<? super byte[]> client;
        private long missing;

        Rest(Subscriber<? super byte[]> client, long missing) {
            this.client = client;
            this.missing = missing;
        }

        @Override
        protected void hookOnSubscribe(Subscription subscription) {}

        @Override
        protected void hookOnNext(byte[] piece) {
            boolean last = piece.length >= missing;
            byte[] octets = piece.length > missing ? Arrays.copyOf(piece, (int) missing) : piece;
            missing -= octets.length;
            client.onNext(octets);
            if (last) {
                cancel();
                client.onComplete();
            }
        }

        @Override
        protected void hookOnComplete() {
            client.onComplete();
        }

        @Override
        protected void hookOnError(Throwable error) {
            client.onError(error);
        }
    }
}
