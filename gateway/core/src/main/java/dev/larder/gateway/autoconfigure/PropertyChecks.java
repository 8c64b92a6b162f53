package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.Lifetime;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Checks values of properties. */
public final class PropertyChecks {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+");
    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]+");
    private static final Pattern PARAMETER = Pattern.compile("[^&=*#\\s]+");
    private static final Pattern GLOB = Pattern.compile("[^/\\s]*[^/*\\s][^/\\s]*");
    private static final int LONGEST_GLOB = 100;
    private static final long MAX_OBJECT_SIZE = Integer.MAX_VALUE - 1024L;

    private PropertyChecks() {}

    /** Prevents the start with an exception that names the property, its value, the reason, and what to write instead. */
    public static void that(boolean good, String property, @Nullable Object value, String why, String instead) {
        if (!good) {
            throw new InvalidPropertyException(property, String.valueOf(value), why, instead);
        }
    }

    /** Checks the name of a header field or cookie (RFC 9110 5.6.2). */
    public static void token(String value, String property, String instead) {
        that(TOKEN.matcher(value).matches(), property, value, "it is no name of a header field or cookie", instead);
    }

    /** Checks a value that is sent in a header field as one word. */
    static void visible(String value, String property, String instead) {
        that(
                VISIBLE.matcher(value).matches(),
                property,
                value,
                "it is more than one word of visible characters",
                instead);
    }

    /** Checks a host name by which browsers reach this machine. */
    public static void host(String value, String property) {
        that(
                HOST.matcher(value).matches(),
                property,
                value,
                "it is no name of a host alone, without scheme and port",
                "larder.example.com");
    }

    /** Checks a timeout. */
    public static void positive(Duration value, String property, String instead) {
        that(!value.isNegative() && !value.isZero(), property, value, "a limit on time is more than zero", instead);
    }

    /** Checks a freshness lifetime, or another one that HTTP counts in seconds. */
    static void lifetime(Duration value, String property) {
        Lifetime.fault(value).ifPresent(why -> {
            throw new InvalidPropertyException(property, value.toString(), why, Lifetime.instead(""));
        });
    }

    /** Checks a parameter name as it is written in a query; neither a pattern nor a query itself. */
    static void parameter(String value, String property, String instead) {
        that(
                PARAMETER.matcher(value).matches(),
                property,
                value,
                "a name of a parameter is not empty and has no &, =, *, # or white space",
                instead);
    }

    /** Checks a pattern of segments; one that matches each of them says nothing. */
    static void glob(String value, String property, String instead) {
        that(
                value.length() <= LONGEST_GLOB && GLOB.matcher(value).matches(),
                property,
                value,
                "it is no pattern of a segment, in which * stands for any characters, ? for one and # for a digit",
                instead);
    }

    /** Checks the maximum size of one response in memory. */
    static void objectSize(DataSize value, String property) {
        that(
                value.toBytes() > 0 && value.toBytes() <= MAX_OBJECT_SIZE,
                property,
                value,
                "a response kept in memory has between 1 byte and 2047 MB",
                "1MB");
    }
}
