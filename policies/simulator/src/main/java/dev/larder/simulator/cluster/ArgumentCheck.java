package dev.larder.simulator.cluster;

/** Says what was expected. */
final class ArgumentCheck {

    private ArgumentCheck() {}

    /** @throws IllegalArgumentException naming what was expected, if it does not hold */
    static void that(boolean holds, String expected) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + expected);
        }
    }
}
