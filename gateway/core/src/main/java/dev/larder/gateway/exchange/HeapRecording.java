package dev.larder.gateway.exchange;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.gateway.store.BodyGoneException;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StoredBody;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the content of one response in the heap, up to a limit, while others read along at their own speed.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>readers</th><th>left when</th></tr>
 * <tr><td>recording</td><td>get what is recorded, but for the last octet of an announced length</td><td>it is too long, ends, or breaks off</td></tr>
 * <tr><td>complete</td><td>get the end once the response is stored, or waits no longer for that</td><td></td></tr>
 * <tr><td>continued elsewhere</td><td>go on there, or begin there</td><td></td></tr>
 * <tr><td>passing: too long, and nowhere else to go</td><td>share a window of {@link ReaderWindow#SIZE} octets; the origin waits for the slowest, but
 * not longer than {@link ReaderWindow#PATIENCE} and a twentieth of the time altogether while another one waits: then the slow ones break off</td><td>it
 * ends</td></tr>
 * <tr><td>cleared</td><td>none, and no new ones</td><td></td></tr>
 * </table>
 *
 * <p>Octets are added by one thread, read by any: the monitor guards all state. Listeners and readers are told without it.
 */
final class HeapRecording implements BodyRecorder {

    /** Octets that a reader gets at once: a multiple of what a connection takes before it waits for its client. */
    private static final int PIECE = 16 * 1024;

    private static final int FIRST = 16 * 1024;

    private final long announced;
    private final long limit;
    private final ContentMemory.Claim memory;
    private final List<HeapReader> readers = new ArrayList<>(0);
    private byte[] octets;
    private int length;
    private long received;
    private Stage stage = Stage.RECORDING;
    private @Nullable BodyRecorder continued;
    private @Nullable Throwable failure;
    private @Nullable ReaderWindow passing;

    private enum Stage {
        RECORDING,

        /** Complete; the end is held back until it is stored. */
        COMPLETE,

        /** Readers get the end, or the failure. */
        ENDED,

        /** There are no readers, and will be none. */
        CLEARED
    }

    /**
     * Creates an empty record.
     *
     * @param announced length in octets, if the response announces it
     * @param limit maximum length in octets
     * @param memory has taken what the record needs {@linkplain #needed at first}
     */
    HeapRecording(OptionalLong announced, long limit, ContentMemory.Claim memory) {
        this.announced = announced.orElse(0) > limit ? -1 : announced.orElse(-1);
        this.limit = limit;
        this.memory = memory;
        this.octets = new byte[needed(announced, limit)];
    }

    /** Returns the octets of memory that a record needs at first: none if a longer length than the limit is announced. */
    static int needed(OptionalLong announced, long limit) {
        return announced.orElse(0) > limit ? 0 : (int) Math.min(announced.orElse(FIRST), limit);
    }

    /** Copies octets to the end of the record; returns why it cannot, or null. */
    @Nullable
    Reason add(ByteBuf data) {
        int more = data.readableBytes();
        if (length + (long) more > limit) {
            return Reason.TOO_LARGE;
        }
        synchronized (this) {
            if (length + more > octets.length) {
                int longer = (int) Math.min(limit, Math.max(length + more, 2L * octets.length));
                if (!memory.tryGrowTo(longer)) {
                    return Reason.NO_MEMORY;
                }
                octets = Arrays.copyOf(octets, longer);
            }
            data.getBytes(data.readerIndex(), octets, length, more);
            length += more;
            received = length;
        }
        tellReaders();
        return null;
    }

    /** Returns whether all announced octets are recorded. */
    boolean isComplete() {
        return length == announced;
    }

    /** Returns whether at most this many announced octets are missing. */
    boolean isNearlyComplete(long octetsMissing) {
        return announced >= 0 && announced - length <= octetsMissing;
    }

    /** Returns the octets recorded so far. */
    byte[] octets() {
        return length == octets.length ? octets : Arrays.copyOf(octets, length);
    }

    /** Drops the octets recorded so far, unless somebody reads them; returns whether they are dropped. */
    synchronized boolean clearUnlessRead() {
        if (isRead()) {
            return false;
        }
        stage = Stage.CLEARED;
        octets = new byte[0];
        length = 0;
        memory.release();
        return true;
    }

    /** Readers go on in another recorder, which has all that is recorded here, and later ones begin there. */
    void continueIn(BodyRecorder next) {
        synchronized (this) {
            readers.forEach(reader -> reader.moveTo(next));
            continued = next;
            octets = new byte[0];
            length = 0;
            memory.release();
        }
        tellReaders();
    }

    /** Returns where content goes that is not recorded any more: what comes is passed on to those who read. */
    BodyRecorderFactory passing(ExchangeLoop loop, Supplier<Instant> clock) {
        Instant begun = clock.get();
        LongSupplier nanos = () -> Duration.between(begun, clock.get()).toNanos();
        return new BodyRecorderFactory() {

            @Override
            public long maxObjectSize() {
                return Long.MAX_VALUE;
            }

            @Override
            public BodyRecorder begin(OptionalLong length, ContentMemory.Claim claim, Listener listener) {
                synchronized (HeapRecording.this) {
                    passing = new ReaderWindow(HeapRecording.this.length, listener, loop, nanos, memory);
                }
                return HeapRecording.this;
            }
        };
    }

    /** Returns the recorded body. */
    synchronized StoredBody body() {
        octets = octets();
        return StoredBodyUtils.of(octets);
    }

    @Override
    public boolean offer(byte[] piece) {
        ReaderWindow window = Objects.requireNonNull(passing);
        boolean room;
        boolean first;
        synchronized (this) {
            window.add(piece);
            received += piece.length;
            trim(window);
            room = window.hasRoom(readers, received);
            first = !room && !window.isFull();
            if (first) {
                window.fill();
            }
        }
        tellReaders();
        if (first) {
            window.whenOverdue(() -> breakOffSlowOnes(window));
        }
        return room;
    }

    private void breakOffSlowOnes(ReaderWindow window) {
        List<HeapReader> slow;
        synchronized (this) {
            if (!window.isFull() || stage != Stage.RECORDING) {
                return;
            }
            slow = window.overdue(readers, received);
        }
        slow.forEach(reader -> reader.breakOff(new TruncatedResponseException()));
        if (slow.isEmpty()) {
            window.whenOverdue(() -> breakOffSlowOnes(window));
        }
    }

    /** Drops what all have read. */
    private void trim(ReaderWindow window) {
        window.trim(readers.stream().mapToLong(HeapReader::position).min().orElse(received));
    }

    /** Takes the next octets for a reader. */
    private HeapPiece take(HeapReader reader, boolean wanted) {
        HeapPiece piece;
        ReaderWindow roomier;
        synchronized (this) {
            piece = next(reader, wanted);
            if (piece instanceof HeapPiece.Octets some) {
                reader.advance(some.octets().length);
            }
            roomier = makeRoom();
        }
        if (roomier != null) {
            roomier.tellRoom();
        }
        return piece;
    }

    private HeapPiece next(HeapReader reader, boolean wanted) {
        Reader elsewhere = reader.elsewhere();
        long position = reader.position();
        if (position >= reader.end()) {
            return new HeapPiece.End(null);
        }
        if (elsewhere != null) {
            return new HeapPiece.Elsewhere(elsewhere);
        }
        long there = Math.min(reader.end(), stage != Stage.ENDED && received == announced ? announced - 1 : received);
        if (position < there) {
            return wanted ? new HeapPiece.Octets(octets(position, there)) : new HeapPiece.Nothing();
        }
        return stage == Stage.ENDED ? new HeapPiece.End(failure) : new HeapPiece.Nothing();
    }

    private byte[] octets(long position, long until) {
        if (position < length) {
            int to = (int) Math.min(Math.min(until, length), position + PIECE);
            return Arrays.copyOfRange(octets, (int) position, to);
        }
        return Objects.requireNonNull(passing).octets(position, until);
    }

    /** Returns the window if it was full and has room now, else null. */
    private @Nullable ReaderWindow makeRoom() {
        ReaderWindow window = passing;
        if (window == null) {
            return null;
        }
        trim(window);
        if (!window.isFull() || !window.hasRoom(readers, received)) {
            return null;
        }
        window.makeRoom();
        return window;
    }

    private void left(HeapReader reader) {
        ReaderWindow roomier;
        synchronized (this) {
            readers.remove(reader);
            roomier = makeRoom();
            releaseIfOver();
        }
        if (roomier != null) {
            roomier.tellRoom();
        }
    }

    @Override
    public void complete() {
        synchronized (this) {
            stage = passing == null ? Stage.COMPLETE : Stage.ENDED;
            releaseIfOver();
        }
        tellReaders();
    }

    @Override
    public void fail(Throwable error) {
        synchronized (this) {
            stage = Stage.ENDED;
            failure = error;
            releaseIfOver();
        }
        tellReaders();
    }

    @Override
    public void abandon() {}

    @Override
    public void letGo() {
        synchronized (this) {
            stage = stage == Stage.COMPLETE ? Stage.ENDED : stage;
            releaseIfOver();
        }
        tellReaders();
    }

    /** What is recorded belongs to the store, or to nobody, once it is not read any more. */
    private void releaseIfOver() {
        if (stage == Stage.ENDED && readers.isEmpty()) {
            memory.release();
        }
    }

    /** Called when nothing more will come that anybody reads. */
    void drained() {
        memory.release();
    }

    @Override
    public synchronized boolean isRead() {
        return !readers.isEmpty();
    }

    /** Who has been told of this recording may come when it has been continued elsewhere. */
    @Override
    public synchronized Reader reader(long first, long end) throws BodyGoneException {
        if (stage == Stage.CLEARED || passing != null) {
            throw new BodyGoneException();
        }
        return continued == null ? join(first, end) : continued.reader(first, end);
    }

    @Override
    public synchronized Reader readOn(long first) {
        return join(first, Long.MAX_VALUE);
    }

    private HeapReader join(long first, long end) {
        var reader = new HeapReader(first, end) {

            @Override
            HeapPiece take(boolean wanted) {
                return HeapRecording.this.take(this, wanted);
            }

            @Override
            void onEnd() {
                left(this);
            }
        };
        readers.add(reader);
        return reader;
    }

    private void tellReaders() {
        List<HeapReader> all;
        synchronized (this) {
            if (readers.isEmpty()) {
                return;
            }
            all = List.copyOf(readers);
        }
        all.forEach(HeapReader::drain);
    }
}
