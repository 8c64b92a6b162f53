package dev.larder.soak.traffic;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** What became of the requests of a phase. Used by many threads. */
public final class RequestCounters {

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int DIGITS = 3;

    /** Enough to see what is wrong. */
    private static final int TOLD = 20;

    private final LongAdder requests = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder excused = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final Histogram hitNanos = new ConcurrentHistogram(LONGEST_NANOS, DIGITS);

    void answered(boolean hit) {
        requests.increment();
        if (hit) {
            hits.increment();
        }
    }

    void hit(long nanos) {
        hitNanos.recordValue(Math.min(nanos, LONGEST_NANOS));
    }

    /** It failed as it had to, with its origin. */
    void excused() {
        requests.increment();
        excused.increment();
    }

    void failed(String what) {
        requests.increment();
        failed.increment();
        tell("failed: " + what);
    }

    void wrong(String what) {
        wrong.increment();
        tell("wrong: " + what);
    }

    private void tell(String what) {
        if (told.size() < TOLD) {
            told.add(what);
        }
    }

    /** Requests of clients that wait for their answers. */
    public long requests() {
        return requests.sum();
    }

    /** Those that the cache answered. */
    public long hits() {
        return hits.sum();
    }

    /** Those that failed because the origin did. */
    public long excusedCount() {
        return excused.sum();
    }

    /** Those that should not have failed. */
    public long failures() {
        return failed.sum();
    }

    /** Contents that were not what was asked for. */
    public long wrongContents() {
        return wrong.sum();
    }

    /** What failed and what was wrong, the first of it. */
    public List<String> told() {
        return List.copyOf(told);
    }

    /** How long hits took, from when they were to be asked for. */
    public Histogram hitNanos() {
        return hitNanos;
    }
}
