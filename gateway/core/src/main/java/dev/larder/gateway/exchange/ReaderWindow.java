package dev.larder.gateway.exchange;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.ContentMemory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The octets that those who read a {@link HeapRecording} share while nothing is recorded any more, and how these readers are paced.
 * Guarded by the recording's monitor, but for the listener and the loop.
 */
final class ReaderWindow {

    /** How long all readers together may keep the others waiting, beside a twentieth of the time. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Octets that a reader may be behind. */
    static final int SIZE = 1 << 20;

    /** The same where no memory is left for that. */
    private static final int SMALL = 64 * 1024;

    private static final int SHARE = 20;

    private final BodyRecorder.Listener listener;
    private final ExchangeLoop loop;
    private final LongSupplier nanos;
    private final int size;
    private final Deque<byte[]> pieces = new ArrayDeque<>();
    private long from;
    private long waited;
    private long fullSince;
    private boolean full;

    /**
     * @param from where it begins
     * @param nanos returns the nanoseconds since nothing is recorded any more
     * @param memory from which what a reader is behind is taken
     */
    ReaderWindow(
            long from,
            BodyRecorder.Listener listener,
            ExchangeLoop loop,
            LongSupplier nanos,
            ContentMemory.Claim memory) {
        this.from = from;
        this.listener = listener;
        this.loop = loop;
        this.nanos = nanos;
        this.size = memory.take(SIZE) ? SIZE : SMALL;
    }

    void add(byte[] piece) {
        pieces.addLast(piece);
    }

    /** Drops what the slowest reader has read. */
    void trim(long slowest) {
        while (!pieces.isEmpty() && from + pieces.getFirst().length <= slowest) {
            from += pieces.removeFirst().length;
        }
    }

    /** Returns octets from a position on, before another one: at most a piece. */
    byte[] octets(long position, long until) {
        long first = from;
        for (byte[] piece : pieces) {
            if (position < first + piece.length) {
                int to = (int) (Math.min(until, first + piece.length) - first);
                return position == first && to == piece.length
                        ? piece
                        : Arrays.copyOfRange(piece, (int) (position - first), to);
            }
            first += piece.length;
        }
        throw new IllegalStateException("What a reader needs has been dropped.");
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

    /** Returns whether none of the readers is behind by all that the window takes. */
    boolean hasRoom(List<HeapReader> readers, long received) {
        return readers.stream().noneMatch(reader -> isTooSlow(reader, received));
    }

    private boolean isTooSlow(HeapReader reader, long received) {
        return received - reader.position() >= size;
    }

    /** Returns the readers that have kept others waiting for too long: none that is alone, or as slow as all others. */
    List<HeapReader> overdue(List<HeapReader> readers, long received) {
        boolean othersWait = readers.stream().anyMatch(reader -> reader.position() >= received);
        return othersWait && waited() >= patience()
                ? readers.stream().filter(reader -> isTooSlow(reader, received)).toList()
                : List.of();
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
