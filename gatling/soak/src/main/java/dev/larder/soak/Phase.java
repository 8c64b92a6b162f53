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
public record Phase(Optional<Fault> fault, Duration length, boolean counts) {

    /** Of phases without a fault. */
    public static final String QUIET = "quiet";

    static Phase warmUp(Duration length) {
        return new Phase(Optional.empty(), length, false);
    }

    static Phase quiet(Duration length, boolean counts) {
        return new Phase(Optional.empty(), length, counts);
    }

    static Phase of(Fault fault, Duration length, boolean counts) {
        return new Phase(Optional.of(fault), length, counts);
    }

    /** The fault's title, or that there is none. */
    public String title() {
        return fault.map(Fault::title).orElse(counts ? QUIET : "warm-up");
    }
}
