package dev.larder.gateway.write;

import dev.larder.cache.spi.CacheTag;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.scheduler.Scheduler;

/**
 * Invalidates what uploads may have changed that broke off while being streamed. An origin must not act on an incomplete request,
 * but one that stores content as it arrives may. Their tags are invalidated together, at most once per interval, so that a client
 * which constantly breaks off uploads costs other clients next to nothing. No response was sent, so a delay contradicts none.
 */
final class BrokenUploadInvalidator {

    static final Duration INTERVAL = Duration.ofSeconds(10);

    /** Maximum number of remembered tags; with more, invalidation does not wait. */
    private static final int MOST = 10_000;

    private final Consumer<Set<CacheTag>> invalidate;
    private final Scheduler timer;
    private Set<CacheTag> tags = new HashSet<>();
    private State state = State.IDLE;

    private enum State {
        IDLE,
        /** What is added is invalidated when the interval has passed. */
        WAITING
    }

    BrokenUploadInvalidator(Consumer<Set<CacheTag>> invalidate, Scheduler timer) {
        this.invalidate = invalidate;
        this.timer = timer;
    }

    /** Adds the tags that a broken upload would have invalidated. */
    void add(Set<CacheTag> more) {
        synchronized (this) {
            tags.addAll(more);
            if (state == State.WAITING && tags.size() < MOST) {
                return;
            }
        }
        if (invalidate()) {
            waitOnce();
        }
    }

    /** Invalidates the remembered tags; returns whether there were any. */
    private boolean invalidate() {
        Set<CacheTag> now;
        synchronized (this) {
            now = tags;
            tags = new HashSet<>();
        }
        if (!now.isEmpty()) {
            invalidate.accept(now);
        }
        return !now.isEmpty();
    }

    /** Schedules one timer at a time, however many tags are added. */
    private void waitOnce() {
        synchronized (this) {
            if (state == State.WAITING) {
                return;
            }
            state = State.WAITING;
        }
        timer.schedule(this::next, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void next() {
        synchronized (this) {
            state = State.IDLE;
        }
        if (invalidate()) {
            waitOnce();
        }
    }
}
