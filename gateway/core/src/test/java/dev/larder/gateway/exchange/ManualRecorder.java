package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EntryContent;
import dev.larder.gateway.store.BodyGoneException;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.ReadableBody;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Records one body outside the heap: has room, completes and fails when the test says so. */
final class ManualRecorder implements BodyRecorderFactory, BodyRecorder {

    final List<String> events = new ArrayList<>();
    final StringBuilder content = new StringBuilder();
    boolean room = true;
    boolean gone;

    /** Set if bodies are opened when the test says so. */
    Mono<?> opening = Mono.empty();

    private final List<ManualReader> readers = new ArrayList<>();
    private final long maxObjectSize;
    private BodyRecorder.@Nullable Listener listener;
    private boolean complete;
    private boolean kept = true;
    private @Nullable Throwable failure;

    ManualRecorder(long maxObjectSize) {
        this.maxObjectSize = maxObjectSize;
    }

    /** Says that everything is written. */
    void write() {
        Objects.requireNonNull(listener).written(new ManualBody());
    }

    /** Says that the body cannot be written. */
    void lose() {
        kept = false;
        Objects.requireNonNull(listener).lost();
    }

    void makeRoom() {
        room = true;
        Objects.requireNonNull(listener).room();
    }

    @Override
    public long maxObjectSize() {
        return maxObjectSize;
    }

    @Override
    public BodyRecorder begin(OptionalLong announced, ContentMemory.Claim memory, BodyRecorder.Listener told) {
        listener = told;
        events.add("begun");
        return this;
    }

    @Override
    public boolean offer(byte[] piece) {
        if (complete) {
            events.add("offered after the end");
        }
        content.append(new String(piece, StandardCharsets.US_ASCII));
        drain();
        return room;
    }

    @Override
    public void complete() {
        complete = true;
        drain();
    }

    @Override
    public void fail(Throwable error) {
        events.add("failed");
        complete = true;
        failure = error;
        drain();
    }

    @Override
    public void abandon() {
        events.add("abandoned");
        kept = false;
    }

    @Override
    public void letGo() {
        events.add("let go");
    }

    @Override
    public boolean isRead() {
        return !readers.isEmpty();
    }

    @Override
    public Reader reader(long first, long end) throws BodyGoneException {
        if (!kept) {
            throw new BodyGoneException();
        }
        return read(first, end);
    }

    @Override
    public Reader readOn(long first) {
        return read(first, Long.MAX_VALUE);
    }

    private Reader read(long first, long end) {
        var reader = new ManualReader(first, end);
        readers.add(reader);
        return reader;
    }

    private void drain() {
        List.copyOf(readers).forEach(ManualReader::drain);
    }

    private final class ManualReader implements Reader, Subscription {

        private final long end;
        private long position;
        private long demand;
        private boolean draining;
        private @Nullable Subscriber<? super byte[]> subscriber;

        ManualReader(long first, long end) {
            this.position = first;
            this.end = end;
        }

        @Override
        public void subscribe(Subscriber<? super byte[]> client) {
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
        }

        void drain() {
            if (subscriber == null || draining || !readers.contains(this)) {
                return;
            }
            draining = true;
            while (demand > 0 && position < Math.min(end, content.length()) && readers.contains(this)) {
                demand--;
                byte octet = (byte) content.charAt((int) position++);
                subscriber.onNext(new byte[] {octet});
            }
            draining = false;
            if (position >= Math.min(end, complete ? content.length() : Long.MAX_VALUE) && readers.remove(this)) {
                if (failure == null) {
                    subscriber.onComplete();
                } else {
                    subscriber.onError(failure);
                }
            }
        }
    }

    /** The body when it is written. */
    private final class ManualBody implements ReadableBody {

        @Override
        public EntryContent content() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isSame(ReadableBody other) {
            return other == this;
        }

        @Override
        public Mono<Opened> open(Consumer<Runnable> atEnd) {
            return opening.then(Mono.defer(() -> {
                if (gone) {
                    return Mono.error(new BodyGoneException());
                }
                atEnd.accept(() -> events.add("closed"));
                return Mono.just(new OpenedBody());
            }));
        }

        @Override
        public void release() {
            events.add("released");
        }

        @Override
        public long length() {
            return content.length();
        }
    }

    private final class OpenedBody implements ReadableBody.Opened {

        @Override
        public Path file() {
            return Path.of("body");
        }

        @Override
        public Flux<byte[]> read(long first, long count) {
            return Flux.fromStream(content.substring((int) first, (int) (first + count))
                    .chars()
                    .mapToObj(octet -> new byte[] {(byte) octet}));
        }
    }
}
