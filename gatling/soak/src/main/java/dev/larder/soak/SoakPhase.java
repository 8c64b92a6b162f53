package dev.larder.soak;

import java.time.Duration;
import java.util.Optional;

/**
 * A stretch of the soak.
 *
 * @param fault that is switched on, if any
 * @param length of it
 * @param counts whether its latency and its heap are judged; while the gateway warms up, they are not
 */
public record SoakPhase(Optional<SoakFault> fault, Duration length, boolean counts) {

    /** Of phases without a fault. */
    public static final String QUIET = "quiet";

    static SoakPhase warmUp(Duration length) {
        return new SoakPhase(Optional.empty(), length, false);
    }

    static SoakPhase quiet(Duration length, boolean counts) {
        return new SoakPhase(Optional.empty(), length, counts);
    }

    static SoakPhase of(SoakFault fault, Duration length, boolean counts) {
        return new SoakPhase(Optional.of(fault), length, counts);
    }

    /** The fault's title, or that there is none. */
    public String title() {
        return fault.map(SoakFault::title).orElse(counts ? QUIET : "warm-up");
    }
}
