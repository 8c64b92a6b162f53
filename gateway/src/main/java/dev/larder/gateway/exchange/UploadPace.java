package dev.larder.gateway.exchange;

import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * Bounds how slowly request content may arrive. Each upload has a store of time: what is waited for its client takes from it, each
 * octet gives some back, and an upload with none left is ended. The time in which nothing is asked of the client, as the origin
 * takes no more, is not the client's. One timer looks at all uploads every second.
 */
public final class UploadPace {

    /** Octets a second: less than the slowest line that people still have, and more than who would keep a connection drips. */
    private static final long LEAST_RATE = 1024;

    private static final long NANOS_OF_AN_OCTET = TimeUnit.SECONDS.toNanos(1) / LEAST_RATE;
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Problem TOO_SLOW =
            new Problem(HttpStatus.REQUEST_TIMEOUT, "The content of the request did not arrive in time.");

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
    public UploadPace(Duration store, Duration longest, Scheduler timer) {
        this.store = store.toNanos();
        this.longest = longest.toNanos();
        this.timer = timer;
    }

    /** The same content; ends in an error that is a 408 if it arrives too slowly. */
    public Flux<DataBuffer> bound(Flux<DataBuffer> content) {
        return Flux.defer(() -> {
            Sinks.Empty<Void> late = Sinks.empty();
            var watch = new Watch(late::tryEmitError);
            watches.add(watch);
            goOn();
            return content.doOnRequest(watch::asked)
                    .doOnNext(piece -> watch.taken(piece.readableByteCount()))
                    .takeUntilOther(late.asMono())
                    .onErrorMap(ReadTimeoutException.class, pause -> new UploadException(TOO_SLOW))
                    .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
                    .doFinally(signal -> watch.end());
        });
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

    /** One upload. */
    private final class Watch {

        private final Consumer<Throwable> tooSlow;
        private final long begun = now();
        private long left = store;
        private long asked;
        private long since = begun;

        private Watch(Consumer<Throwable> tooSlow) {
            this.tooSlow = tooSlow;
        }

        /** So many more pieces may come: from now on it is for the client. */
        synchronized void asked(long pieces) {
            if (asked == 0) {
                since = now();
            }
            asked = asked + pieces < 0 ? Long.MAX_VALUE : asked + pieces;
        }

        /** A piece has come. */
        synchronized void taken(int octets) {
            left = Math.min(store, left() + octets * NANOS_OF_AN_OCTET);
            since = now();
            asked -= asked == Long.MAX_VALUE ? 0 : 1;
        }

        void end() {
            watches.remove(this);
        }

        private void look() {
            if (isLate() && watches.remove(this)) {
                tooSlow.accept(new UploadException(TOO_SLOW));
            }
        }

        private synchronized boolean isLate() {
            return left() <= 0 || now() - begun >= longest;
        }

        private long left() {
            return asked > 0 ? left - (now() - since) : left;
        }
    }

    private long now() {
        return timer.now(TimeUnit.NANOSECONDS);
    }
}
