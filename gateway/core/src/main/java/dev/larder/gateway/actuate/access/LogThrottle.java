package dev.larder.gateway.actuate.access;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reports an event at once, and further ones at most once per interval, with their number since the last report. */
final class LogThrottle {

    private final Duration pause;
    private @Nullable Instant told;
    private long untold;

    LogThrottle(Duration pause) {
        this.pause = pause;
    }

    /**
     * Counts an event.
     *
     * @return number of events to report now; empty if none
     */
    synchronized OptionalLong happened(Instant now) {
        untold++;
        if (told != null && now.isBefore(told.plus(pause))) {
            return OptionalLong.empty();
        }
        told = now;
        long tell = untold;
        untold = 0;
        return OptionalLong.of(tell);
    }
}
