package dev.larder.acceptance.cluster;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what only shows when somebody asks, by asking again. */
final class RepeatedRequest {

    private static final long BETWEEN = TimeUnit.MILLISECONDS.toNanos(20);

    private RepeatedRequest() {}

    /** Asks until it is so, and returns how long that took; fails once the patience is over. */
    static Duration holds(String what, Duration patience, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > patience.toNanos()) {
                throw new AssertionError("still not so after " + patience.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(BETWEEN);
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
