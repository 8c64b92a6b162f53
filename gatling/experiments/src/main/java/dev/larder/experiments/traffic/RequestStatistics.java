package dev.larder.experiments.traffic;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/** What became of a number of calls. Used by one thread. */
public final class RequestStatistics {

    private static final long LONGEST_NANOS = 600_000_000_000L;
    private static final int DIGITS = 3;
    private static final double NANOS_OF_MILLI = 1e6;
    private static final double BYTES_OF_KB = 1e3;

    private final Histogram latencies = new Histogram(LONGEST_NANOS, DIGITS);
    private long calls;
    private long reads;
    private long hits;
    private long bytes;
    private long hitBytes;
    private long nanos;
    private long missNanos;
    private long failures;
    private long stale;
    private String firstFailure = "";

    /** Counts one; a read with another length than asked for is a failure too. */
    public void add(ExperimentRequest call, ExperimentResponse answer, long took, boolean isStale) {
        calls++;
        nanos += took;
        latencies.recordValue(Math.min(took, LONGEST_NANOS));
        if (!answer.isSuccessful() || (call.isRead() && call.size() >= 0 && answer.bytes() != call.size())) {
            failures++;
            firstFailure = firstFailure.isEmpty() ? describe(call, answer, took) : firstFailure;
        }
        if (isStale) {
            stale++;
        }
        if (call.isRead()) {
            reads++;
            bytes += answer.bytes();
            if (answer.isHit()) {
                hits++;
                hitBytes += answer.bytes();
            } else {
                missNanos += took;
            }
        }
    }

    /** Calls that were answered, or never will be. */
    public long calls() {
        return calls;
    }

    /** Mean latency in milliseconds, writes included. */
    public double meanMillis() {
        return calls == 0 ? 0 : nanos / NANOS_OF_MILLI / calls;
    }

    /** A percentile of the latency in milliseconds. */
    public double percentileMillis(double percentile) {
        return latencies.getValueAtPercentile(percentile) / NANOS_OF_MILLI;
    }

    /** Hits among the reads. */
    public double hitRatio() {
        return ratio(hits, reads);
    }

    /** Bytes of hits among those of all reads. */
    public double byteHitRatio() {
        return ratio(hitBytes, bytes);
    }

    /** Milliseconds for each thousand bytes of the reads that were no hits. */
    public double missPenaltyPerKb() {
        return bytes == hitBytes ? 0 : missNanos / NANOS_OF_MILLI / ((bytes - hitBytes) / BYTES_OF_KB);
    }

    /** Milliseconds for each thousand bytes of all calls. */
    public double accessTimePerKb() {
        return bytes == 0 ? 0 : nanos / NANOS_OF_MILLI / (bytes / BYTES_OF_KB);
    }

    /** Calls without a good answer. */
    public long failures() {
        return failures;
    }

    /** The first call without a good answer, with what was answered; nothing if there is none. */
    public String firstFailure() {
        return firstFailure;
    }

    private static String describe(ExperimentRequest call, ExperimentResponse answer, long took) {
        return String.format(
                Locale.ROOT,
                "%s %s: %s, %d bytes, %s, after %.1f ms",
                call.method(),
                call.target(),
                answer.status() == 0 ? "connection broke" : Integer.toString(answer.status()),
                answer.bytes(),
                answer.cacheStatus().isEmpty() ? "no Cache-Status" : answer.cacheStatus(),
                took / NANOS_OF_MILLI);
    }

    /** Reads that showed the past. */
    public long stale() {
        return stale;
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
