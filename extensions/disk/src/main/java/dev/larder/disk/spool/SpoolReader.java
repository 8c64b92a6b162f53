package dev.larder.disk.spool;

import dev.larder.gateway.store.BodyRecorder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;

/** Reads a {@link BodySpool} from some position on, for one subscriber, at its speed. */
final class SpoolReader implements BodyRecorder.Reader, Subscription {

    private final BodySpool spool;
    private final Scheduler worker;
    private final long end;
    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger turns = new AtomicInteger();
    private volatile @Nullable Subscriber<? super byte[]> subscriber;
    private volatile long position;
    private volatile boolean over;
    private volatile @Nullable ByteBuffer read;
    private volatile @Nullable Throwable unreadable;
    private boolean reading;

    SpoolReader(BodySpool spool, Scheduler worker, long first, long end) {
        this.spool = spool;
        this.worker = worker;
        this.position = first;
        this.end = end;
    }

    /** Returns the current position. */
    long position() {
        return position;
    }

    /** Returns the position at which it ends. */
    long end() {
        return end;
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
        spool.left(this);
    }

    /** Emits available bytes; one thread at a time, other threads leave the work to that one. */
    void drain() {
        if (turns.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        do {
            Subscriber<? super byte[]> client = subscriber;
            if (client != null) {
                handOver(client);
            }
            missed = turns.addAndGet(-missed);
        } while (missed != 0);
    }

    private void handOver(Subscriber<? super byte[]> client) {
        boolean more = true;
        while (more && !over) {
            Throwable fault = unreadable;
            if (fault != null) {
                end(client, fault);
                return;
            }
            ByteBuffer bytes = read;
            if (bytes != null) {
                more = requested.get() > 0 && emitRead(client, bytes);
            } else {
                more = !reading && tryEmit(client, spool.next(position, end));
            }
        }
    }

    /** Emits one result; returns whether more may be available now. */
    private boolean tryEmit(Subscriber<? super byte[]> client, SpoolReadResult next) {
        if (next instanceof SpoolReadResult.End ended) {
            end(client, ended.failure());
            return false;
        }
        if (requested.get() == 0) {
            return false;
        }
        if (next instanceof SpoolReadResult.Wait) {
            spool.needed(position);
            return false;
        }
        if (next instanceof SpoolReadResult.InFile inFile) {
            reading = true;
            long from = position;
            worker.schedule(() -> read(from, inFile.count()));
            return false;
        }
        emit(client, bytes(((SpoolReadResult.Bytes) next).bytes()));
        return true;
    }

    private boolean emitRead(Subscriber<? super byte[]> client, ByteBuffer bytes) {
        byte[] piece = new byte[Math.min(OpenFileBody.EMITTED, bytes.remaining())];
        bytes.get(piece);
        if (!bytes.hasRemaining()) {
            read = null;
            reading = false;
        }
        emit(client, piece);
        return true;
    }

    private void read(long from, int count) {
        try {
            read = ByteBuffer.wrap(spool.read(from, count));
        } catch (IOException | RuntimeException e) {
            unreadable = e;
        }
        drain();
    }

    private void emit(Subscriber<? super byte[]> client, byte[] piece) {
        long next = position + piece.length;
        position = next;
        if (requested.get() != Long.MAX_VALUE) {
            requested.decrementAndGet();
        }
        client.onNext(piece);
        spool.moved();
    }

    private void end(Subscriber<? super byte[]> client, @Nullable Throwable failure) {
        over = true;
        spool.left(this);
        if (failure == null) {
            client.onComplete();
        } else {
            client.onError(failure);
        }
    }

    /** Returns the bytes of a slice; the array itself if the slice covers it. */
    private static byte[] bytes(ByteBuffer slice) {
        if (slice.arrayOffset() == 0 && slice.remaining() == slice.array().length) {
            return slice.array();
        }
        byte[] copy = new byte[slice.remaining()];
        slice.duplicate().get(copy);
        return copy;
    }
}
