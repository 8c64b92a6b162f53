package dev.larder.soak.traffic;

import dev.larder.soak.origin.SoakOrigin;
import java.util.concurrent.TimeUnit;

/** What all clients share: whom they ask, what they must see, who counts, and whether the origin is to blame. */
public final class TrafficContext {

    /** What was asked for while the origin was unwell may fail so long afterwards. */
    private static final long AFTERMATH_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final int gateway;
    private final SoakOrigin origin;
    private volatile RequestCounters counters = new RequestCounters();
    private volatile boolean unwell;
    private volatile long unwellUntil = System.nanoTime();

    /** A gateway on that port before that origin. */
    public TrafficContext(int gateway, SoakOrigin origin) {
        this.gateway = gateway;
        this.origin = origin;
    }

    int gateway() {
        return gateway;
    }

    SoakOrigin origin() {
        return origin;
    }

    RequestCounters account() {
        return counters;
    }

    /** Counts anew; what was counted until now. */
    public RequestCounters turnOver() {
        var full = counters;
        counters = new RequestCounters();
        return full;
    }

    void originUnwell(boolean now) {
        unwellUntil = System.nanoTime() + AFTERMATH_NANOS;
        unwell = now;
    }

    /** Whether what was asked for then may have failed because of the origin. */
    boolean mayHaveFailedAtOrigin(long begun) {
        return unwell || begun - unwellUntil < 0;
    }
}
