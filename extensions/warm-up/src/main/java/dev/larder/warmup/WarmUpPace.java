package dev.larder.warmup;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Says when the next request may be sent: at most at a rate, evenly spaced, and less often when the origin becomes slower or
 * fails, so that clients come first.
 *
 * <p>The rate starts at a quarter of the maximum. After every {@value #WINDOW} responses their median time is compared with the
 * best median so far: at most twice that, and the rate grows by an eighth of the maximum; more, and it is halved. The best median
 * grows by 2 % in each window, so that an origin that has become slower for good is used again. A failure halves the rate, and
 * stops for the time that the origin states.
 *
 * <p>Times are nanoseconds of one clock that never goes back. Any thread may call.
 */
final class WarmUpPace {

    /** Responses whose median counts: few enough to notice soon, enough to ignore a slow page. */
    static final int WINDOW = 16;

    /** Longest time for which an origin may stop the warm-up. */
    static final Duration MAX_PAUSE = Duration.ofMinutes(1);

    /** Slower by so little is not slower: what a busy machine needs to notice a response. */
    private static final long TOLERANCE = TimeUnit.MILLISECONDS.toNanos(5);

    private static final double SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double MIN_RATE = 1;
    private static final double FIRST_SHARE = 0.25;
    private static final double STEP = 0.125;
    private static final double SLOWER = 2;
    private static final double DRIFT = 1.02;

    private final double maxRate;
    private final long[] window = new long[WINDOW];
    private int measured;
    private double best = Double.MAX_VALUE;
    private double rate;
    private long next;
    private boolean begun;

    /**
     * Creates a pace.
     *
     * @param maxRate maximum number of requests per second, at least 1
     */
    WarmUpPace(double maxRate) {
        this.maxRate = maxRate;
        this.rate = Math.max(MIN_RATE, maxRate * FIRST_SHARE);
    }

    /** Reserves the next request and returns when it may be sent. Time that has passed unused is not made up for. */
    synchronized long reserve(long now) {
        long at = begun ? Math.max(now, next) : now;
        begun = true;
        next = at + interval();
        return at;
    }

    private long interval() {
        return (long) Math.ceil(SECOND / rate);
    }

    /** Takes the time at which the reserved request is sent, which may be later than was said. */
    synchronized void sent(long now) {
        next = Math.max(next, now + interval());
    }

    /** Takes the time of a response that the origin has sent. */
    synchronized void answered(long took) {
        window[measured++] = took;
        if (measured == WINDOW) {
            adjust(median());
            measured = 0;
        }
    }

    private double median() {
        Arrays.sort(window);
        return window[WINDOW / 2];
    }

    private void adjust(double median) {
        best = Math.min(median, best * DRIFT);
        boolean slower = median > SLOWER * best + TOLERANCE;
        rate = slower ? Math.max(MIN_RATE, rate / 2) : Math.min(maxRate, rate + maxRate * STEP);
    }

    /** Takes a failure of the origin, which wants no request for some time. */
    synchronized void failed(long now, Duration pause) {
        rate = Math.max(MIN_RATE, rate / 2);
        measured = 0;
        Duration stopped = pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
        next = begun ? Math.max(next, now + stopped.toNanos()) : now + stopped.toNanos();
        begun = true;
    }

    /** Returns the present rate, in requests per second. */
    synchronized double rate() {
        return rate;
    }
}
