package dev.larder.gateway.autoconfigure;

import java.time.Duration;

/** Refuses values of properties. */
final class Require {

    private Require() {}

    static void that(boolean good, String property, Object value, String why, String instead) {
        if (!good) {
            throw new InvalidPropertyException(property, String.valueOf(value), why, instead);
        }
    }

    static void positive(Duration value, String property, String instead) {
        that(!value.isNegative() && !value.isZero(), property, value, "a limit on time is more than zero", instead);
    }
}
