package dev.larder.cluster.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Converts between the steady time line of this process and the one that members share, by the difference of both clocks in whole
 * milliseconds, so that a time converted there and back is unchanged.
 */
public final class TimelineConverter {

    /** Difference that reading two clocks one after the other may add, in milliseconds. */
    private static final long JITTER = 2;

    private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE / 2);
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE / 2);

    private final InstantSource local;
    private final InstantSource shared;
    private final AtomicLong lastTick = new AtomicLong(Long.MIN_VALUE);
    private volatile long ahead;

    /**
     * Creates a converter between these clocks.
     *
     * @param shared agrees with those of other members
     */
    public TimelineConverter(InstantSource local, InstantSource shared) {
        this.local = local;
        this.shared = shared;
    }

    /**
     * Returns the current time in microseconds on the shared time line; later than all earlier ticks, even if the clock was set
     * back.
     */
    long tick() {
        Instant now = shared.instant();
        long micros = TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(now.getNano());
        return lastTick.accumulateAndGet(micros, (last, given) -> Math.max(last + 1, given));
    }

    /** Converts a time of this process to the shared time line. */
    public Instant toShared(Instant time) {
        return shifted(time, ahead());
    }

    /** Converts a time of the shared time line to that of this process. */
    public Instant toLocal(Instant time) {
        return shifted(time, -ahead());
    }

    /** Returns the time left until this moment of the local time line; negative if it has passed. */
    Duration until(Instant time) {
        return Duration.between(local.instant(), time);
    }

    boolean hasPassed(Instant time) {
        return local.instant().isAfter(time);
    }

    /** Returns the milliseconds by which the shared clock is ahead of the local one. */
    private long ahead() {
        long measured = shared.millis() - local.millis();
        if (Math.abs(measured - ahead) > JITTER) {
            ahead = measured;
        }
        return ahead;
    }

    /** Shifts a time; one as far away as the end of time is unchanged. */
    private static Instant shifted(Instant time, long millis) {
        return time.isBefore(FIRST) || time.isAfter(LAST) ? time : time.plusMillis(millis);
    }
}
