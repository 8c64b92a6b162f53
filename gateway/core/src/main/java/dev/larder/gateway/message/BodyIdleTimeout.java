package dev.larder.gateway.message;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * Limits the pauses between the pieces of a body. One timer periodically checks all bodies for pauses that are too long: a timer
 * per piece would wake another thread twice for every response.
 */
public final class BodyIdleTimeout {

    private static final int TICKS = 8;
    private static final long LONGEST_TICK = TimeUnit.SECONDS.toNanos(1);

    private final Duration longest;
    private final long tick;
    private final Scheduler timer;
    private final Set<Pause> pauses = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ticking = new AtomicBoolean();

    /**
     * Creates a timeout.
     *
     * @param longest maximum pause; detected with a delay of at most an eighth of it, and at most one second
     * @param timer scheduler that provides the clock and the thread
     */
    public BodyIdleTimeout(Duration longest, Scheduler timer) {
        this.longest = longest;
        this.timer = timer;
        this.tick = Math.max(1, Math.min(longest.toNanos() / TICKS, LONGEST_TICK));
    }

    /** Returns the maximum pause. */
    public Duration longest() {
        return longest;
    }

    /**
     * Begins to watch a pause.
     *
     * @param tooLong called when it lasts too long
     * @return ends it
     */
    public Disposable watch(Runnable tooLong) {
        var pause = new Pause(tooLong, timer.now(TimeUnit.NANOSECONDS));
        pauses.add(pause);
        goOn();
        return pause;
    }

    private void goOn() {
        if (ticking.compareAndSet(false, true)) {
            timer.schedule(this::look, tick, TimeUnit.NANOSECONDS);
        }
    }

    private void look() {
        ticking.set(false);
        long latest = timer.now(TimeUnit.NANOSECONDS) - longest.toNanos();
        pauses.stream().filter(pause -> pause.since <= latest).toList().forEach(pause -> {
            if (pauses.remove(pause)) {
                pause.tooLong.run();
            }
        });
        if (!pauses.isEmpty()) {
            goOn();
        }
    }

    private final class Pause implements Disposable {

        private final Runnable tooLong;
        private final long since;

        Pause(Runnable tooLong, long since) {
            this.tooLong = tooLong;
            this.since = since;
        }

        @Override
        public void dispose() {
            pauses.remove(this);
        }
    }
}
