package dev.larder.gateway.autoconfigure;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Refuses values of properties. */
final class Require {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]+");

    private Require() {}

    static void that(boolean good, String property, @Nullable Object value, String why, String instead) {
        if (!good) {
            throw new InvalidPropertyException(property, String.valueOf(value), why, instead);
        }
    }

    /** RFC 9110 5.6.2. */
    static void token(String value, String property, String instead) {
        that(TOKEN.matcher(value).matches(), property, value, "it is no name of a header field or cookie", instead);
    }

    /** What can stand in a header field as one word. */
    static void visible(String value, String property, String instead) {
        that(
                VISIBLE.matcher(value).matches(),
                property,
                value,
                "it is more than one word of visible characters",
                instead);
    }

    static void positive(Duration value, String property, String instead) {
        that(!value.isNegative() && !value.isZero(), property, value, "a limit on time is more than zero", instead);
    }
}
