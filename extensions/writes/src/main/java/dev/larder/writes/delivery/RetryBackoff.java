package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryChannel;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Delays that double with each failure, each shortened at random by up to a half. */
record RetryBackoff(DeliveryChannel.Retry retry, RandomGenerator random) {

    private static final int MAX_DOUBLINGS = 30;

    /** Returns the delay after this many failures, in nanoseconds. */
    long delay(int failures) {
        return Math.max(1, (long) (full(failures) * (1 - random.nextDouble() / 2)));
    }

    private double full(int failures) {
        double full =
                (double) retry.first().toNanos() * Math.pow(2, Math.min(Math.max(failures, 1) - 1, MAX_DOUBLINGS));
        return Math.min(full, (double) retry.longest().toNanos());
    }

    /** Returns the time that all delays of one write take at most, in nanoseconds; those that the origin asks for included. */
    long longestOfAllAttempts() {
        int delays = Math.max(1, retry.attempts() - 1);
        int different = Math.min(delays, MAX_DOUBLINGS + 1);
        double sum = IntStream.rangeClosed(1, different).mapToDouble(this::full).sum();
        double longest = sum + (delays - different) * full(different);
        return Math.max(1, (long) Math.min(longest, Long.MAX_VALUE / 4.0));
    }
}
