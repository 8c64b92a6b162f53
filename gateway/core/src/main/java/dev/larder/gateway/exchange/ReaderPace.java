package dev.larder.gateway.exchange;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How those who read a {@link HeapRecording} are paced while nothing is recorded any more. Guarded by the recording's monitor, but for
 * the listener and the loop.
 */
final class ReaderPace {

    /** How long all readers together may keep the others waiting, beside a twentieth of the time. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Octets that a reader may be behind where no memory is left for {@link HeapRecording#WINDOW}. */
    private static final int SMALL_WINDOW = 64 * 1024;

    private static final int SHARE = 20;

    private final BodyRecorder.Listener listener;
    private final ExchangeLoop loop;
    private final LongSupplier nanos;
    private final int window;
    private long waited;
    private long fullSince;
    private boolean full;

    /**
     * @param nanos returns the nanoseconds since nothing is recorded any more
     * @param memory from which what a reader is behind is taken
     */
    ReaderPace(BodyRecorder.Listener listener, ExchangeLoop loop, LongSupplier nanos, ContentMemory.Claim memory) {
        this.listener = listener;
        this.loop = loop;
        this.nanos = nanos;
        this.window = memory.take(HeapRecording.WINDOW) ? HeapRecording.WINDOW : SMALL_WINDOW;
    }

    /** Returns the octets that a reader may be behind. */
    int window() {
        return window;
    }

    boolean isFull() {
        return full;
    }

    void fill() {
        full = true;
        fullSince = nanos.getAsLong();
    }

    void makeRoom() {
        waited = waited();
        full = false;
    }

    /** Returns whether the readers have kept the others waiting for too long. */
    boolean isOverdue() {
        return waited() >= patience();
    }

    private long waited() {
        return waited + (full ? nanos.getAsLong() - fullSince : 0);
    }

    private long patience() {
        return PATIENCE.toNanos() + nanos.getAsLong() / SHARE;
    }

    /** Runs an action on the loop when the readers may be overdue. */
    void whenOverdue(Runnable action) {
        long rest = patience() - waited();
        loop.schedule(Duration.ofNanos(Math.max(PATIENCE.toNanos() / SHARE, rest)), action);
    }

    void tellRoom() {
        listener.room();
    }
}
