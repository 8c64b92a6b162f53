package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheTag;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.scheduler.Scheduler;

/**
 * Uploads that broke off while they were streamed. An origin is not to act on half a request, but one that stores what arrives
 * may: what such a write could make wrong is invalidated, all of it together and at most once an interval, so that whoever breaks
 * off uploads all the time costs the others next to nothing. No response was given, so that none can be contradicted meanwhile.
 */
final class BrokenUploadInvalidator {

    static final Duration INTERVAL = Duration.ofSeconds(10);

    /** Tags that are remembered; more are not waited with. */
    private static final int MOST = 10_000;

    private final Consumer<Set<CacheTag>> invalidate;
    private final Scheduler timer;
    private Set<CacheTag> tags = new HashSet<>();
    private boolean waiting;

    BrokenUploadInvalidator(Consumer<Set<CacheTag>> invalidate, Scheduler timer) {
        this.invalidate = invalidate;
        this.timer = timer;
    }

    /** One that would have made wrong what has these tags. */
    void add(Set<CacheTag> more) {
        synchronized (this) {
            tags.addAll(more);
            if (waiting && tags.size() < MOST) {
                return;
            }
        }
        if (invalidate()) {
            waitOnce();
        }
    }

    /** Invalidates what is remembered; tells whether anything was. */
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

    /** One timer at a time, however many tags come. */
    private void waitOnce() {
        synchronized (this) {
            if (waiting) {
                return;
            }
            waiting = true;
        }
        timer.schedule(this::next, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void next() {
        synchronized (this) {
            waiting = false;
        }
        if (invalidate()) {
            waitOnce();
        }
    }
}
