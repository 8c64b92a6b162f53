package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryChannel;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Delays that double with each failure, each shortened at random by up to a half. */
record RetryBackoff(DeliveryChannel.Retry retry, RandomGenerator random) {

    private static final Duration LONGEST_ASKED_FOR = Duration.ofHours(1);
    private static final int MOST_DOUBLINGS = 30;

    /** Returns the delay after this many failures, in nanoseconds. */
    long delay(int failures) {
        double full =
                (double) retry.first().toNanos() * Math.pow(2, Math.min(Math.max(failures, 1) - 1, MOST_DOUBLINGS));
        double capped = Math.min(full, (double) retry.longest().toNanos());
        return Math.max(1, (long) (capped * (1 - random.nextDouble() / 2)));
    }

    /** Returns the delay, or the origin's request if longer: up to an hour, or to the maximum delay if longer. */
    long delay(int failures, Duration asked) {
        Duration bound = retry.longest().compareTo(LONGEST_ASKED_FOR) > 0 ? retry.longest() : LONGEST_ASKED_FOR;
        return Math.max(delay(failures), Math.min(asked.toNanos(), bound.toNanos()));
    }
}
