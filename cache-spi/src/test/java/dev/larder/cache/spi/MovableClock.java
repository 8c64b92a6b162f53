package dev.larder.cache.spi;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. Safe to read from any thread. */
public final class MovableClock implements InstantSource {

    private volatile Instant now;

    /** A clock that stands at this instant. */
    public MovableClock(Instant start) {
        this.now = start;
    }

    /** A clock that stands at some ordinary instant, not on a whole second. */
    public MovableClock() {
        this(Instant.parse("2026-03-01T12:00:00.123456789Z"));
    }

    /** Moves the clock forward, or back if the step is negative. */
    public synchronized void advance(Duration step) {
        now = now.plus(step);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
