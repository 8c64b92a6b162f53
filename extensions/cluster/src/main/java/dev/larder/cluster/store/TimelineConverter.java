package dev.larder.cluster.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The steady time line of this process beside the one that members share. They are converted by the difference of both
 * clocks in whole milliseconds, so that what goes there and back is the same as before.
 */
public final class TimelineConverter {

    /** What reading two clocks one after the other makes of one difference, in milliseconds. */
    private static final long JITTER = 2;

    private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE / 2);
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE / 2);

    private final InstantSource local;
    private final InstantSource shared;
    private final AtomicLong lastTick = new AtomicLong(Long.MIN_VALUE);
    private volatile long ahead;

    /**
     * These clocks.
     *
     * @param shared agrees with those of other members
     */
    public TimelineConverter(InstantSource local, InstantSource shared) {
        this.local = local;
        this.shared = shared;
    }

    /** Now in microseconds on the shared time line; later than all ticks before, though the clock may have gone back. */
    long tick() {
        Instant now = shared.instant();
        long micros = TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(now.getNano());
        return lastTick.accumulateAndGet(micros, (last, given) -> Math.max(last + 1, given));
    }

    /** What other members call this moment. */
    public Instant toShared(Instant time) {
        return shifted(time, ahead());
    }

    /** What this process calls a moment of the shared time line. */
    public Instant toLocal(Instant time) {
        return shifted(time, -ahead());
    }

    /** What is left until this moment of the local time line; negative if it has passed. */
    Duration until(Instant time) {
        return Duration.between(local.instant(), time);
    }

    boolean hasPassed(Instant time) {
        return local.instant().isAfter(time);
    }

    /** Milliseconds that the shared clock is ahead of the local one. */
    private long ahead() {
        long measured = shared.millis() - local.millis();
        if (Math.abs(measured - ahead) > JITTER) {
            ahead = measured;
        }
        return ahead;
    }

    /** What is as far away as the end of time stays there. */
    private static Instant shifted(Instant time, long millis) {
        return time.isBefore(FIRST) || time.isAfter(LAST) ? time : time.plusMillis(millis);
    }
}
