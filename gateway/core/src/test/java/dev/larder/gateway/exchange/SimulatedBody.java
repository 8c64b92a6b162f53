package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EntryContent;
import dev.larder.gateway.exchange.SimulatedRecorder.UnreadableBodyException;
import dev.larder.rfc9111.ConstructedResponse;
import java.util.Arrays;
import java.util.function.Consumer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

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

        private boolean closed;

        private void close() {
            history.checker().expect(!closed, () -> "A body is closed twice.");
            closed = true;
            readers--;
        }

        /** Returns the content of a response in pieces. */
        Flux<byte[]> read(ConstructedResponse answer) throws BodyGoneException {
            return StoredBodyUtils.stream(answer, octets.length, this::read);
        }

        private Flux<byte[]> read(long first, long count) {
            int size = 1 + history.schedule().random().nextInt(1 + (int) count / PIECES);
            return Flux.generate(() -> (int) first, (from, sink) -> {
                int next = (int) Math.min(first + count, from + (long) size);
                if (next == from) {
                    sink.complete();
                } else if (history.schedule().chance(history.settings().storeFaults())) {
                    sink.error(new UnreadableBodyException());
                } else {
                    history.checker().expect(!closed, () -> "A body is read after it was closed.");
                    sink.next(Arrays.copyOfRange(octets, from, next));
                }
                return next;
            });
        }

        @Override
        public Mono<Void> writeTo(ServerHttpResponse client, ConstructedResponse answer) {
            throw new UnsupportedOperationException();
        }
    }
}
