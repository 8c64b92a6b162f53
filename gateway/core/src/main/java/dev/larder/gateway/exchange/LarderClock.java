package dev.larder.gateway.exchange;

import java.time.Duration;
import java.time.Instant;

/**
 * The two time lines of the gateway. Residence in the store is measured on the steady one, which no step of the wall
 * clock moves; only what is compared with an origin's Date, Expires or Last-Modified is read from the wall clock.
 */
public interface LarderClock {

    /** Now, on a time line that never jumps and never goes back. */
    Instant steady();

    /** Now, as the wall clock has it. */
    Instant wall();

    /** Nanoseconds on a time line of its own that never goes back: for how long something took. */
    default long nanos() {
        return System.nanoTime();
    }

    /** The system's clocks: the steady one starts at the wall clock's time and then follows {@link System#nanoTime()}. */
    static LarderClock system() {
        Instant start = Instant.now();
        long startNanos = System.nanoTime();
        return new LarderClock() {
            @Override
            public Instant steady() {
                return start.plus(Duration.ofNanos(System.nanoTime() - startNanos));
            }

            @Override
            public Instant wall() {
                return Instant.now();
            }
        };
    }
}
