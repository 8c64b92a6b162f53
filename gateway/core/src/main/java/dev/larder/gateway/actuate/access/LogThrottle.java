package dev.larder.gateway.actuate.access;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Tells at once that something has happened, and then no more often than so: how often since it was told last. */
final class LogThrottle {

    private final Duration pause;
    private @Nullable Instant told;
    private long untold;

    LogThrottle(Duration pause) {
        this.pause = pause;
    }

    /**
     * It has happened once more.
     *
     * @return what there is to tell now
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
