package dev.larder.disk.spool;

import dev.larder.disk.store.BlobContent;
import dev.larder.gateway.store.BodyGoneException;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.ContentMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

/**
 * Spools a body into a file. The body arrives at the origin's speed, a worker writes it, and clients read at their own speed: the
 * written part from the file, the rest from the heap, which never holds more than a window of it. The window is taken from the memory
 * of the client's address; where none is left, the origin waits for the disk after each piece.
 *
 * <p>If the disk fails, or readers have to wait for it, the file is given up: readers go on, the slowest of them sets the speed, and
 * the file is deleted after the last. While all readers still have something to read, the disk may take its time, even if the origin
 * waits: where the processor is what is scarce, readers, too, are behind.
 */
final class BodySpool implements BodyRecorder {

    /** Maximum number of bytes that wait to be written. */
    static final int WINDOW = 4 << 20;

    /** Maximum number of bytes read from the file at once. */
    static final int PIECE = 64 << 10;

    private final SpoolFileSource files;
    private final Scheduler worker;
    private final Listener listener;
    private final ContentMemory.Claim memory;
    private final long lastByte;
    private final int batch;
    private final DiskPatience patience;
    private final SpoolFile file;
    private final Deque<SpoolChunk> tail = new ArrayDeque<>();
    private final List<SpoolReader> readers = new ArrayList<>();
    private long written;
    private long received;
    private boolean full;
    private boolean writing;
    private boolean kept = true;
    private boolean complete;
    private boolean wanted = true;
    private boolean holds = true;
    private boolean closed;
    private @Nullable Throwable failure;

    BodySpool(
            SpoolFileSource files,
            Scheduler worker,
            OptionalLong announced,
            int batch,
            ContentMemory.Claim memory,
            Listener listener) {
        this.files = files;
        this.file = new SpoolFile(files);
        this.worker = worker;
        this.listener = listener;
        this.memory = memory;
        this.batch = batch;
        this.lastByte = announced.orElse(Long.MAX_VALUE) - 1;
        this.patience = new DiskPatience(worker);
    }

    @Override
    public boolean offer(byte[] piece) {
        boolean roomy;
        boolean start;
        synchronized (this) {
            tail.addLast(new SpoolChunk(received, ByteBuffer.wrap(piece)));
            received += piece.length;
            roomy = hasRoom();
            full |= !roomy;
            waitIfUnread();
            start = isDue() && !writing;
            writing |= start;
        }
        if (start) {
            worker.schedule(this::write);
        }
        tellReaders();
        if (!roomy) {
            lookAgain();
        }
        return roomy;
    }

    @Override
    public void complete() {
        boolean start;
        synchronized (this) {
            complete = true;
            start = isDue() && !writing;
            writing |= start;
        }
        worker.schedule(this::endHold, PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        if (start) {
            worker.schedule(this::write);
        }
        tellReaders();
        closeIfIdle();
    }

    @Override
    public void fail(Throwable error) {
        synchronized (this) {
            complete = true;
            kept = false;
            failure = error;
        }
        tellReaders();
        closeIfIdle();
    }

    @Override
    public void abandon() {
        synchronized (this) {
            kept = false;
        }
        tellReaders();
        closeIfIdle();
    }

    @Override
    public void letGo() {
        synchronized (this) {
            wanted = false;
        }
        endHold();
        closeIfIdle();
    }

    private void endHold() {
        synchronized (this) {
            holds = false;
        }
        tellReaders();
    }

    @Override
    public synchronized boolean isRead() {
        return !readers.isEmpty();
    }

    @Override
    public SpoolReader reader(long first, long end) throws BodyGoneException {
        synchronized (this) {
            if (closed || !kept) {
                throw new BodyGoneException();
            }
            return join(first, end);
        }
    }

    @Override
    public synchronized SpoolReader readOn(long first) {
        return join(first, Long.MAX_VALUE);
    }

    private SpoolReader join(long first, long end) {
        var reader = new SpoolReader(this, worker, first, end);
        readers.add(reader);
        return reader;
    }

    void left(SpoolReader reader) {
        synchronized (this) {
            readers.remove(reader);
            waitIfUnread();
        }
        moved();
        closeIfIdle();
    }

    /** To be called when a reader has advanced. */
    void moved() {
        boolean room;
        synchronized (this) {
            if (!kept) {
                long slowest = slowest();
                while (!tail.isEmpty() && tail.getFirst().end() <= slowest) {
                    tail.removeFirst();
                }
                memory.keep(waiting());
            }
            room = tryResume();
        }
        if (room) {
            listener.room();
        }
    }

    synchronized SpoolReadResult next(long position, long end) {
        if (position >= end) {
            return new SpoolReadResult.End(null);
        }
        boolean held = holds && kept;
        long there = held ? Math.min(received, lastByte) : received;
        long until = Math.min(there, end);
        if (position < Math.min(written, there)) {
            return new SpoolReadResult.InFile((int) Math.min(PIECE, Math.min(written, until) - position));
        }
        for (Iterator<SpoolChunk> pieces = tail.descendingIterator(); position < there && pieces.hasNext(); ) {
            SpoolChunk piece = pieces.next();
            if (piece.from() <= position) {
                int from = (int) (position - piece.from());
                int count = (int) (Math.min(piece.end(), until) - position);
                return new SpoolReadResult.Bytes(piece.bytes().slice(from, count));
            }
        }
        return complete && !held ? new SpoolReadResult.End(failure) : new SpoolReadResult.Wait();
    }

    /** To be called when a reader at this position needs more. */
    synchronized void needed(long position) {
        if (position == received) {
            waitForDisk();
        }
    }

    /** Without a reader, the origin's connection waits for the disk. */
    private void waitIfUnread() {
        if (readers.isEmpty()) {
            waitForDisk();
        }
    }

    private void waitForDisk() {
        if (full) {
            patience.begin();
        }
    }

    /** Reads written bytes from the file; blocks. */
    byte[] read(long position, int count) throws IOException {
        return file.read(position, count);
    }

    private void write() {
        List<SpoolChunk> pieces = due();
        while (pieces != null && !pieces.isEmpty()) {
            try {
                file.write(
                        pieces.stream().map(piece -> piece.bytes().duplicate()).toList());
            } catch (IOException | RuntimeException e) {
                stopWriting();
                lose();
                return;
            }
            if (recordWritten(pieces)) {
                listener.room();
            }
            tellReaders();
            pieces = due();
        }
        if (pieces == null) {
            closeIfIdle();
        } else {
            finish();
        }
    }

    /** Returns the chunks to write now; none at the end, null if the worker is to stop. */
    private synchronized @Nullable List<SpoolChunk> due() {
        if (isDue()) {
            return List.copyOf(tail);
        }
        writing = false;
        return null;
    }

    private boolean isDue() {
        return kept && (complete || received - written >= batch || (full && received > written));
    }

    private synchronized boolean recordWritten(List<SpoolChunk> pieces) {
        if (kept) {
            pieces.forEach(piece -> tail.removeFirst());
            written = pieces.get(pieces.size() - 1).end();
            memory.keep(waiting());
        }
        return tryResume();
    }

    private void finish() {
        BlobContent blob;
        try {
            blob = file.finish();
        } catch (IOException | RuntimeException e) {
            stopWriting();
            lose();
            return;
        }
        stopWriting();
        listener.written(new FileBody(blob));
        closeIfIdle();
    }

    private synchronized void stopWriting() {
        writing = false;
    }

    private void giveUpIfSlow() {
        boolean waiting;
        boolean slow;
        synchronized (this) {
            waiting = kept && full;
            slow = waiting && patience.isOver();
        }
        if (slow) {
            files.tooSlow();
            lose();
        } else if (waiting) {
            lookAgain();
        }
    }

    private void lookAgain() {
        worker.schedule(this::giveUpIfSlow, DiskPatience.LOOK_NANOS, TimeUnit.NANOSECONDS);
    }

    private void lose() {
        boolean first;
        synchronized (this) {
            first = kept;
            kept = false;
        }
        if (first) {
            listener.lost();
            moved();
            tellReaders();
        }
        closeIfIdle();
    }

    private boolean hasRoom() {
        boolean inWindow = received - (kept ? written : slowest()) < WINDOW;
        return inWindow && (memory.tryGrowTo(waiting()) || waiting() < PIECE);
    }

    /** Returns the number of bytes in the heap. */
    private long waiting() {
        return tail.isEmpty() ? 0 : received - tail.getFirst().from();
    }

    private boolean tryResume() {
        if (!full || !hasRoom()) {
            return false;
        }
        full = false;
        patience.end();
        return true;
    }

    /** Returns the position of the slowest reader among those that still need bytes outside the file. */
    private long slowest() {
        return readers.stream()
                .filter(reader -> reader.end() > written)
                .mapToLong(reader -> Math.max(written, reader.position()))
                .min()
                .orElse(received);
    }

    private void tellReaders() {
        List<SpoolReader> all;
        synchronized (this) {
            all = List.copyOf(readers);
        }
        all.forEach(SpoolReader::drain);
    }

    /** Releases the file once it is completely written, or given up, and has no reader. */
    private void closeIfIdle() {
        synchronized (this) {
            if (closed || writing || !readers.isEmpty() || (kept && wanted)) {
                return;
            }
            closed = true;
            tail.clear();
            memory.release();
        }
        worker.schedule(file::close);
    }
}
