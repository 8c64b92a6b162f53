package dev.larder.gateway.exchange;

import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
 * Bounds how slowly request content may arrive. Each upload has a store of time: what is waited for its client takes from it, each
 * octet gives some back, and an upload with none left is ended. The time in which nothing is asked of the client, as the origin
 * takes no more, is not the client's. One timer looks at all uploads every second.
 */
public final class MinimumUploadRate {

    /** Octets a second: less than the slowest line that people still have, and more than who would keep a connection drips. */
    private static final long LEAST_RATE = 1024;

    private static final long NANOS_OF_AN_OCTET = TimeUnit.SECONDS.toNanos(1) / LEAST_RATE;
    private static final Duration TICK = Duration.ofSeconds(1);

    /** More than a line that is not congested makes one wait between two pieces, and less than one notices who waits for a response. */
    static final Duration PAUSE = Duration.ofMillis(200);

    private static final GatewayProblem TOO_SLOW =
            new GatewayProblem(HttpStatus.REQUEST_TIMEOUT, "The content of the request did not arrive in time.");

    private final long store;
    private final long longest;
    private final Scheduler timer;
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ticking = new AtomicBoolean();

    /**
     * Bounds uploads.
     *
     * @param store the most time that one may have in store, and has at first
     * @param longest time that one may take in all, whatever its rate
     * @param timer by whose clock and on whose thread
     */
    public MinimumUploadRate(Duration store, Duration longest, Scheduler timer) {
        this.store = store.toNanos();
        this.longest = longest.toNanos();
        this.timer = timer;
    }

    /** The same content; ends in an error that is a 408 if it arrives too slowly. What is bound already stays as it is. */
    public Flux<DataBuffer> bound(Flux<DataBuffer> content) {
        return content instanceof Bound ? content : new Bound(content);
    }

    /** Content under watch. */
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

    /** Looks again and again, each time after a pause. */
    Disposable everyPause(Runnable look) {
        return timer.schedulePeriodically(look, PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void goOn() {
        if (ticking.compareAndSet(false, true)) {
            timer.schedule(this::look, TICK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        ticking.set(false);
        watches.forEach(Watch::look);
        if (!watches.isEmpty()) {
            goOn();
        }
    }

    /** One upload: what comes when it has been ended is let go. Its reader is told of one thing at a time. */
    private final class Watch implements CoreSubscriber<DataBuffer>, Subscription {

        private final Subscriber<? super DataBuffer> reader;
        private final long begun = now();
        private @Nullable Subscription client;
        private long left = store;
        private long asked;
        private long since = begun;
        private boolean over;

        private Watch(Subscriber<? super DataBuffer> reader) {
            this.reader = reader;
        }

        @Override
        public Context currentContext() {
            return UploadException.OF_CLIENT;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            client = subscription;
            reader.onSubscribe(this);
        }

        /** So many more pieces may come: from now on it is for the client. */
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
            if (over) {
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
                reader.onError(error instanceof ReadTimeoutException ? new UploadException(TOO_SLOW) : error);
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

        private synchronized boolean end() {
            boolean first = !over;
            over = true;
            watches.remove(this);
            return first;
        }

        private void look() {
            if (isLate()) {
                Objects.requireNonNull(client).cancel();
                onError(new UploadException(TOO_SLOW));
            }
        }

        private synchronized boolean isLate() {
            return !over && (left() <= 0 || now() - begun >= longest);
        }

        private long left() {
            return asked > 0 ? left - (now() - since) : left;
        }
    }

    private long now() {
        return timer.now(TimeUnit.NANOSECONDS);
    }
}
