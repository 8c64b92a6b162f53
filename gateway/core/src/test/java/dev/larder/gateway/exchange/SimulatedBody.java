package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EntryContent;
import dev.larder.gateway.exchange.SimulatedRecorder.UnreadableBodyException;
import dev.larder.gateway.store.BodyGoneException;
import dev.larder.gateway.store.ReadableBody;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/** A body outside the heap. It is there while its recorder, a stored entry or a reader holds it, unless it is damaged. */
final class SimulatedBody implements ReadableBody {

    private static final int LONGEST_DELAY = 500;
    private static final int PIECES = 3;

    private final ExchangeHistory history;
    private final byte[] octets;
    private int releases;
    private int readers;

    SimulatedBody(ExchangeHistory history, byte[] octets) {
        this.history = history;
        this.octets = octets;
    }

    byte[] octets() {
        return octets;
    }

    /** Returns whether its recorder has released it, exactly once, and every reader has closed it. */
    boolean isReleased() {
        return releases == 1 && readers == 0;
    }

    @Override
    public long length() {
        return octets.length;
    }

    @Override
    public EntryContent content() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSame(ReadableBody other) {
        return other instanceof SimulatedBody that && Arrays.equals(octets, that.octets);
    }

    @Override
    public Mono<Opened> open(Consumer<Runnable> atEnd) {
        return Mono.create(sink -> history.schedule().sometime(LONGEST_DELAY, () -> open(sink, atEnd)));
    }

    private void open(MonoSink<Opened> sink, Consumer<Runnable> atEnd) {
        boolean held = releases == 0 || readers > 0 || history.store().holds(this);
        if (!held || history.schedule().chance(history.settings().storeFaults())) {
            history.figures().count("bodies gone");
            sink.error(new BodyGoneException());
            return;
        }
        history.figures().count("bodies opened");
        var opened = new OpenedBody();
        readers++;
        atEnd.accept(opened::close);
        sink.success(opened);
    }

    @Override
    public void release() {
        releases++;
    }

    /** Is closed exactly once, and not read afterwards. */
    final class OpenedBody implements Opened {

        private final Path file = history.nameOf(this);
        private boolean closed;

        private void close() {
            history.checker().expect(!closed, () -> "A body is closed twice.");
            closed = true;
            readers--;
        }

        @Override
        public Path file() {
            return file;
        }

        /** Emits pieces of any size, at once or on no loop. */
        @Override
        public Flux<byte[]> read(long first, long count) {
            RandomSchedule schedule = history.schedule();
            int size = 1 + schedule.random().nextInt(1 + (int) count / PIECES);
            Flux<byte[]> pieces = Flux.generate(() -> (int) first, (from, sink) -> {
                int next = (int) Math.min(first + count, from + (long) size);
                if (next == from) {
                    sink.complete();
                } else if (schedule.chance(history.settings().storeFaults())) {
                    history.figures().count("bodies unreadable");
                    sink.error(new UnreadableBodyException());
                } else {
                    history.checker().expect(!closed, () -> "A body is read after it was closed.");
                    sink.next(Arrays.copyOfRange(octets, from, next));
                }
                return next;
            });
            return schedule.random().nextBoolean()
                    ? pieces
                    : pieces.publishOn(Schedulers.fromExecutor(schedule::soon), 1);
        }
    }
}
