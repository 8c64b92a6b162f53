package dev.larder.gateway.upload;

import dev.larder.gateway.message.GatewayProblem;
import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/**
 * Limits how slowly request content may arrive. Each upload has a time budget: waiting for the client reduces it, each octet
 * received increases it, and an upload without budget is ended. Time in which the gateway requests nothing from the client,
 * because the origin accepts no more, does not count. One timer checks all uploads every second:
 * what it does not look at any more is over.
 */
public final class MinimumUploadRate {

    /** Octets a second: slower than the slowest lines in use, and faster than a client that only wants to hold a connection. */
    private static final long MIN_RATE = 1024;

    private static final long NANOS_OF_AN_OCTET = TimeUnit.SECONDS.toNanos(1) / MIN_RATE;
    private static final Duration TICK = Duration.ofSeconds(1);

    /** Longer than the gaps between pieces on an uncongested line, and too short to be noticed while waiting for a response. */
    static final Duration PAUSE = Duration.ofMillis(200);

    /** Reactor's context key for the handler of errors that come when there is no subscriber left. */
    static final String WHEN_DROPPED = "reactor.onErrorDropped.local";

    /** A context that logs no late errors: those of a client's connection occur once more when it is released. */
    private static final Context OF_CLIENT = Context.of(WHEN_DROPPED, (Consumer<Throwable>) error -> {});

    private static final GatewayProblem TOO_SLOW =
            new GatewayProblem(HttpStatus.REQUEST_TIMEOUT, "The content of the request did not arrive in time.");

    private final long store;
    private final long longest;
    private final Scheduler timer;
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Timing> timing = new AtomicReference<>(Timing.STOPPED);

    private enum Timing {
        STOPPED,
        /** The timer is set for the next look. */
        SET
    }

    /**
     * Creates a limit for uploads.
     *
     * @param store maximum and initial time budget of an upload
     * @param longest maximum total duration of an upload, whatever its rate
     * @param timer scheduler that provides the clock and the thread
     */
    public MinimumUploadRate(Duration store, Duration longest, Scheduler timer) {
        this.store = store.toNanos();
        this.longest = longest.toNanos();
        this.timer = timer;
    }

    /** Returns the content; it fails with an error for status 408 if it arrives too slowly. Limited content is returned as is. */
    public Flux<DataBuffer> bound(Flux<DataBuffer> content) {
        return content instanceof Bound ? content : new Bound(content);
    }

    /** Content whose rate is limited. */
    private final class Bound extends Flux<DataBuffer> {

        private final Flux<DataBuffer> content;

        private Bound(Flux<DataBuffer> content) {
            this.content = content.doOnDiscard(DataBuffer.class, DataBufferUtils::release);
        }

        @Override
        public void subscribe(CoreSubscriber<? super DataBuffer> reader) {
            var watch = new Watch(reader);
            watches.add(watch);
            goOn();
            content.subscribe(watch);
        }
    }

    /** Runs an action periodically, each time after a pause. */
    Disposable everyPause(Runnable look) {
        return timer.schedulePeriodically(look, PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void goOn() {
        if (timing.compareAndSet(Timing.STOPPED, Timing.SET)) {
            timer.schedule(this::look, TICK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        timing.set(Timing.STOPPED);
        watches.forEach(Watch::look);
        if (!watches.isEmpty()) {
            goOn();
        }
    }

    /** One upload: pieces that arrive after it was ended are released. Signals to the reader are serialized. */
    private final class Watch implements CoreSubscriber<DataBuffer>, Subscription {

        private final Subscriber<? super DataBuffer> reader;
        private final long begun = now();
        private @Nullable Subscription client;
        private long left = store;
        private long asked;
        private long since = begun;

        private Watch(Subscriber<? super DataBuffer> reader) {
            this.reader = reader;
        }

        @Override
        public Context currentContext() {
            return OF_CLIENT;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            client = subscription;
            reader.onSubscribe(this);
        }

        /** From now on, the upload waits for the client. */
        @Override
        public void request(long pieces) {
            synchronized (this) {
                if (asked == 0) {
                    since = now();
                }
                asked = asked + pieces < 0 ? Long.MAX_VALUE : asked + pieces;
            }
            Objects.requireNonNull(client).request(pieces);
        }

        @Override
        public synchronized void onNext(DataBuffer piece) {
            if (isOver()) {
                DataBufferUtils.release(piece);
                return;
            }
            left = Math.min(store, left() + piece.readableByteCount() * NANOS_OF_AN_OCTET);
            since = now();
            asked -= asked == Long.MAX_VALUE ? 0 : 1;
            reader.onNext(piece);
        }

        @Override
        public synchronized void onError(Throwable error) {
            if (end()) {
                reader.onError(error instanceof ReadTimeoutException ? TOO_SLOW.toUploadException() : error);
            }
        }

        @Override
        public synchronized void onComplete() {
            if (end()) {
                reader.onComplete();
            }
        }

        @Override
        public void cancel() {
            end();
            Objects.requireNonNull(client).cancel();
        }

        /** Returns whether it has not been over before. */
        private synchronized boolean end() {
            return watches.remove(this);
        }

        private boolean isOver() {
            return !watches.contains(this);
        }

        private void look() {
            if (isLate()) {
                Objects.requireNonNull(client).cancel();
                onError(TOO_SLOW.toUploadException());
            }
        }

        private synchronized boolean isLate() {
            return !isOver() && (left() <= 0 || now() - begun >= longest);
        }

        private long left() {
            return asked > 0 ? left - (now() - since) : left;
        }
    }

    private long now() {
        return timer.now(TimeUnit.NANOSECONDS);
    }
}
