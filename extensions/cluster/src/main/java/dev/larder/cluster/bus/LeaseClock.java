package dev.larder.cluster.bus;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Clock for leases taken from other members, in nanoseconds. On Linux {@link System#nanoTime} stops while the machine is
 * suspended, but a lease must not: the time by which the wall clock has advanced further is added. A forward step of the wall
 * clock therefore ends leases early, which costs hits; a backward step has no effect.
 *
 * <p>Leases granted to others expire by the monotonic clock, which is never ahead.
 */
final class LeaseClock {

    /** Less than the sixteenth of the shortest lease by which its holder gives it up before its grantor. */
    private static final long TOLERANCE = TimeUnit.MILLISECONDS.toNanos(10);

    private final LongSupplier monotonic;
    private final LongSupplier wall;
    private volatile Difference difference;

    /**
     * Distance between both clocks.
     *
     * @param lead how far this clock is ahead of the monotonic one
     * @param wallAhead the least by which the wall clock has been ahead of it since the lead was set
     */
    private record Difference(long lead, long wallAhead) {}

    /** Creates a clock over these clocks, in nanoseconds. */
    LeaseClock(LongSupplier monotonic, LongSupplier wall) {
        this.monotonic = monotonic;
        this.wall = wall;
        this.difference = new Difference(0, wall.getAsLong() - monotonic.getAsLong());
    }

    /** Returns a clock over the system's clocks. */
    static LeaseClock system() {
        return new LeaseClock(System::nanoTime, () -> TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
    }

    /** Returns the current time; never decreases. */
    long now() {
        long now = monotonic.getAsLong();
        long wallAhead = wall.getAsLong() - now;
        Difference known = difference;
        long more = wallAhead - known.wallAhead();
        return now + (more < 0 || more > TOLERANCE ? changed(wallAhead) : known).lead();
    }

    /** Returns how far this clock is ahead of the monotonic one. */
    long lead() {
        long unused = now();
        return difference.lead();
    }

    private synchronized Difference changed(long wallAhead) {
        Difference known = difference;
        long more = wallAhead - known.wallAhead();
        if (more < 0 || more > TOLERANCE) {
            known = new Difference(known.lead() + (more < 0 ? 0 : more), wallAhead);
            difference = known;
        }
        return known;
    }
}
