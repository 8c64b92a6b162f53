package dev.larder.disk.spool;

import dev.larder.gateway.store.BodyRecorder;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;

/**
 * How long clients and origins may wait for the disk while a body is spooled: a quarter of a second, and one part in twenty of the time
 * that the body takes. Not thread-safe.
 */
final class DiskPatience {

    private static final long NANOS = BodyRecorder.PATIENCE.toNanos();

    /** Time after which to look whether it is over, as long as somebody waits. */
    static final long LOOK_NANOS = NANOS / 5;

    private static final int SHARE = 20;

    private final Scheduler clock;
    private final long begun;
    private long since = -1;
    private long before;

    DiskPatience(Scheduler clock) {
        this.clock = clock;
        this.begun = now();
    }

    /** Somebody waits from now on, unless somebody does already. */
    void begin() {
        if (since < 0) {
            since = now();
        }
    }

    /** Nobody waits any more. */
    void end() {
        before += since < 0 ? 0 : now() - since;
        since = -1;
    }

    /** Returns whether somebody waits, and all have waited too long together. */
    boolean isOver() {
        return since >= 0 && before + now() - since >= NANOS + (now() - begun) / SHARE;
    }

    private long now() {
        return clock.now(TimeUnit.NANOSECONDS);
    }
}
