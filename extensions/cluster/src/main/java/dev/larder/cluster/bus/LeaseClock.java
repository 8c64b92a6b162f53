package dev.larder.cluster.bus;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The clock by which leases that were taken run out, in nanoseconds. {@link System#nanoTime} stands still on Linux while the
 * machine is suspended, and a lease must not: by how much the wall clock has gone on more than that counts as time, too. A
 * step of the wall clock forward so ends leases early, which costs hits; a step back changes nothing.
 *
 * <p>Leases that were given run out by the other clock, which is never ahead.
 */
final class LeaseClock {

    /** Less than the sixteenth of the shortest lease by which its taker gives it up before its giver. */
    private static final long TOLERANCE = TimeUnit.MILLISECONDS.toNanos(10);

    private final LongSupplier monotonic;
    private final LongSupplier wall;
    private volatile Difference difference;

    /**
     * How far both clocks are apart.
     *
     * @param lead how far this clock is ahead of the monotonic one
     * @param wallAhead the least by which the wall clock has been ahead of it since the lead was set
     */
    private record Difference(long lead, long wallAhead) {}

    /** By these clocks, in nanoseconds. */
    LeaseClock(LongSupplier monotonic, LongSupplier wall) {
        this.monotonic = monotonic;
        this.wall = wall;
        this.difference = new Difference(0, wall.getAsLong() - monotonic.getAsLong());
    }

    /** By the clocks of the system. */
    static LeaseClock system() {
        return new LeaseClock(System::nanoTime, () -> TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
    }

    /** Now; never less than before. */
    long now() {
        long now = monotonic.getAsLong();
        long wallAhead = wall.getAsLong() - now;
        Difference known = difference;
        long more = wallAhead - known.wallAhead();
        return now + (more < 0 || more > TOLERANCE ? changed(wallAhead) : known).lead();
    }

    /** How far this clock is ahead of the monotonic one. */
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
