package dev.larder.simulator.cluster;

/** Checks arguments. */
final class ArgumentCheck {

    private ArgumentCheck() {}

    /** @throws IllegalArgumentException that names the expectation, if it does not hold */
    static void that(boolean holds, String expected) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + expected);
        }
    }
}
