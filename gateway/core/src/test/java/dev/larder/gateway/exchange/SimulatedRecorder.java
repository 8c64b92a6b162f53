package dev.larder.gateway.exchange;

import dev.larder.gateway.store.BodyGoneException;
import dev.larder.gateway.store.BodyRecorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Records one body outside the heap: a worker writes it at random moments, readers read what is written through the worker and the
 * rest at once. It becomes full, is too slow, or fails, as its contract allows, and it checks its callers.
 */
final class SimulatedRecorder implements BodyRecorder {

    private static final int LONGEST_DELAY = 400;
    private static final int SLOW = 30;

    private final ExchangeHistory history;
    private final RandomSchedule schedule;
    private final BodyRecorder.Listener listener;
    private final long lastOctet;
    private final int window;
    private final List<SimulatedReader> readers = new ArrayList<>();
    private byte[] content = new byte[0];
    private int written;
    private boolean writing;
    private boolean full;
    private boolean recording = true;
    private boolean complete;
    private boolean holding = true;
    private boolean needed = true;
    private @Nullable Throwable failure;
    private @Nullable SimulatedBody body;

    /** Thrown by readers of a disk that fails. */
    static final class UnreadableBodyException extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        UnreadableBodyException() {
            super("The disk cannot be read.");
        }
    }

    SimulatedRecorder(ExchangeHistory history, OptionalLong announced, BodyRecorder.Listener listener) {
        this.history = history;
        this.schedule = history.schedule();
        this.listener = listener;
        this.lastOctet = announced.orElse(Long.MAX_VALUE) - 1;
        this.window = 1 + schedule.random().nextInt(history.settings().longestContent());
    }

    /** Returns the recorded body; null unless it is completely written. */
    @Nullable
    SimulatedBody body() {
        return body;
    }

    private void expect(boolean condition, String otherwise) {
        history.checker().expect(condition, () -> "A recorder " + otherwise);
    }

    @Override
    public boolean offer(byte[] piece) {
        expect(!complete, "gets more after the end");
        int length = content.length;
        content = Arrays.copyOf(content, length + piece.length);
        System.arraycopy(piece, 0, content, length, piece.length);
        full = !hasRoom();
        if (full && !history.settings().calm() && schedule.chance(SLOW)) {
            schedule.later(PATIENCE, this::loseIfFull);
        }
        writeSoon();
        drainReaders();
        return !full;
    }

    @Override
    public void complete() {
        expect(!complete, "is completed after its end");
        complete = true;
        schedule.later(PATIENCE, this::endHold);
        writeSoon();
        drainReaders();
    }

    @Override
    public void fail(Throwable error) {
        expect(!complete, "fails after its end");
        history.figures().count("recordings broken off");
        complete = true;
        recording = false;
        failure = error;
        drainReaders();
    }

    @Override
    public void abandon() {
        expect(!complete, "is abandoned after its end");
        history.figures().count("recordings abandoned");
        recording = false;
        drainReaders();
    }

    @Override
    public void letGo() {
        expect(body != null && needed, "is let go twice, or before all is written");
        needed = false;
        endHold();
    }

    private void endHold() {
        holding = false;
        drainReaders();
    }

    @Override
    public boolean isRead() {
        return !readers.isEmpty();
    }

    @Override
    public Reader reader(long first, long end) throws BodyGoneException {
        if (!recording || isClosed()) {
            throw new BodyGoneException();
        }
        history.figures().count("bodies read while they grow");
        return join(first, end);
    }

    @Override
    public Reader readOn(long first) {
        return join(first, Long.MAX_VALUE);
    }

    private Reader join(long first, long end) {
        var reader = new SimulatedReader(first, end);
        readers.add(reader);
        return reader;
    }

    /** Returns whether its file is not kept any more: nobody writes or reads it, and it is stored or of no use. */
    boolean isClosed() {
        return !writing && readers.isEmpty() && !(recording && needed);
    }

    private boolean hasRoom() {
        return content.length - (recording ? written : slowest()) < window;
    }

    private int slowest() {
        return readers.stream()
                .filter(reader -> reader.end > written)
                .mapToInt(reader -> (int) Math.min(content.length, Math.max(written, reader.position)))
                .min()
                .orElse(content.length);
    }

    private void moved() {
        if (full && hasRoom()) {
            full = false;
            listener.room();
        }
    }

    private void drainReaders() {
        List.copyOf(readers).forEach(SimulatedReader::drain);
    }

    private void writeSoon() {
        if (!writing && recording) {
            writing = true;
            schedule.sometime(LONGEST_DELAY, this::write);
        }
    }

    private void write() {
        writing = false;
        if (!recording) {
            return;
        }
        if (schedule.chance(history.settings().storeFaults())) {
            lose();
            return;
        }
        int waiting = content.length - written;
        written += waiting == 0 ? 0 : 1 + schedule.random().nextInt(waiting);
        moved();
        drainReaders();
        if (written < content.length) {
            writeSoon();
        } else if (complete && body == null && recording) {
            history.figures().count("bodies recorded");
            body = new SimulatedBody(history, content);
            listener.written(body);
        }
    }

    private void loseIfFull() {
        if (full) {
            lose();
        }
    }

    private void lose() {
        if (recording && body == null) {
            history.figures().count("recordings lost");
            recording = false;
            listener.lost();
            moved();
            drainReaders();
        }
    }

    /** Reads from an offset on. */
    private final class SimulatedReader implements Reader, Subscription {

        private final long end;
        private long position;
        private long demand;
        private int read;
        private boolean reading;
        private boolean draining;
        private boolean unreadable;
        private @Nullable Subscriber<? super byte[]> subscriber;

        SimulatedReader(long first, long end) {
            this.position = first;
            this.end = end;
        }

        @Override
        public void subscribe(Subscriber<? super byte[]> client) {
            expect(subscriber == null, "has a reader with two subscribers");
            subscriber = client;
            client.onSubscribe(this);
            drain();
        }

        @Override
        public void request(long n) {
            demand += n;
            drain();
        }

        @Override
        public void cancel() {
            readers.remove(this);
            moved();
        }

        void drain() {
            Subscriber<? super byte[]> client = subscriber;
            if (client == null || draining) {
                return;
            }
            draining = true;
            boolean more = true;
            while (more && readers.contains(this)) {
                more = step(client);
            }
            draining = false;
        }

        /** Emits a piece, or the end; returns whether there may be more. */
        private boolean step(Subscriber<? super byte[]> client) {
            boolean held = holding && recording;
            int until = (int) Math.min(end, held ? Math.min(content.length, lastOctet) : content.length);
            if (unreadable || position >= end || (position >= until && complete && !held)) {
                readers.remove(this);
                moved();
                end(client);
                return false;
            }
            if (position >= until || demand == 0 || reading) {
                return false;
            }
            if (read == 0 && position < written) {
                reading = true;
                schedule.soon(this::read);
                return false;
            }
            int count = read > 0 ? read : 1 + schedule.random().nextInt(until - (int) position);
            read = 0;
            demand--;
            int from = (int) position;
            position += count;
            client.onNext(Arrays.copyOfRange(content, from, from + count));
            moved();
            return true;
        }

        private void end(Subscriber<? super byte[]> client) {
            if (unreadable) {
                history.figures().count("bodies unreadable");
                client.onError(new UnreadableBodyException());
            } else if (failure != null && position < end) {
                client.onError(failure);
            } else {
                client.onComplete();
            }
        }

        /** The worker has read some of what is written. */
        private void read() {
            reading = false;
            boolean held = holding && recording;
            int until = (int) Math.min(Math.min(end, written), held ? lastOctet : Long.MAX_VALUE);
            unreadable = schedule.chance(history.settings().storeFaults());
            read = until > position ? 1 + schedule.random().nextInt(until - (int) position) : 0;
            drain();
        }
    }
}
