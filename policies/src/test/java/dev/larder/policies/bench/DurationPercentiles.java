package dev.larder.policies.bench;

import java.util.Arrays;
import java.util.Locale;

/** Durations of one kind, in nanoseconds, all kept, so that percentiles are exact. One thread records. */
final class DurationPercentiles {

    private long[] nanos = new long[1 << 16];
    private int count;

    synchronized void record(long duration) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = duration;
    }

    /** How many there are, and p50, p99, p99.9 and the greatest of them in milliseconds. */
    synchronized String summary() {
        if (count == 0) {
            return "none";
        }
        Arrays.sort(nanos, 0, count);
        return String.format(
                Locale.ROOT, "%d, p50 %.2f p99 %.2f p99.9 %.2f max %.2f ms", count, at(.5), at(.99), at(.999), at(1));
    }

    /** The least duration that is not exceeded by this share of them. */
    private double at(double share) {
        return nanos[Math.max(0, (int) Math.ceil(share * count) - 1)] / 1e6;
    }
}
