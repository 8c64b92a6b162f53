package dev.larder.gateway.message;

import java.time.Instant;

/**
 * The two clocks of the gateway. Residence time in the store is measured by the steady clock, which is not affected by steps of
 * the wall clock. The wall clock is used only for comparisons with an origin's Date, Expires or Last-Modified.
 */
public interface LarderClock {

    /** Returns the current time of a clock that never jumps and never goes back. */
    Instant steady();

    /** Returns the current time of the wall clock. */
    Instant wall();

    /** Returns nanoseconds of a separate clock that never goes back, for measuring durations. */
    default long nanos() {
        return System.nanoTime();
    }

    /** Returns the system's clocks: the steady one starts at the wall clock's time and then follows {@link System#nanoTime()}. */
    static LarderClock system() {
        Instant start = Instant.now();
        long startSecond = start.getEpochSecond();
        long startNanos = System.nanoTime() - start.getNano();
        return new LarderClock() {
            @Override
            public Instant steady() {
                return Instant.ofEpochSecond(startSecond, System.nanoTime() - startNanos);
            }

            @Override
            public Instant wall() {
                return Instant.now();
            }
        };
    }
}
