package dev.larder.gateway.rule;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.boot.convert.DurationStyle;

/**
 * Lifetimes as settings, filter arguments and annotations state them. A number without a unit is refused: Spring Boot reads it as
 * milliseconds, and HTTP counts seconds (RFC 9111 1.2.2). So is a lifetime of less than a second.
 */
public final class Lifetime {

    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Pattern NUMBER = Pattern.compile("\\s*[+-]?[0-9]+\\s*");
    private static final Pattern ZERO = Pattern.compile("\\s*[+-]?0+\\s*");

    private Lifetime() {}

    /** Returns whether this is a number other than zero, whose unit would be a guess. */
    public static boolean needsUnit(String text) {
        return NUMBER.matcher(text).matches() && !ZERO.matcher(text).matches();
    }

    /** Returns the duration that a text states; empty if it is none. */
    public static Optional<Duration> parse(String text) {
        try {
            return Optional.of(DurationStyle.detectAndParse(text));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /** Returns why this is no lifetime, as half a sentence; empty if it is one. */
    public static Optional<String> fault(Duration lifetime) {
        return lifetime.compareTo(LEAST) < 0
                ? Optional.of("a lifetime is a duration of one second or more")
                : Optional.empty();
    }

    /** Returns why this text, which states a duration, is no lifetime, as half a sentence; empty if it is one. */
    public static Optional<String> fault(String text, Duration lifetime) {
        return needsUnit(text)
                ? Optional.of("a duration has a unit, and this number would be milliseconds")
                : fault(lifetime);
    }

    /** Returns what to write in place of a number without a unit, or of a lifetime that is too short. */
    public static String instead(String text) {
        String number = text.strip();
        return needsUnit(number) && !number.startsWith("-") ? number.replace("+", "") + 's' : "30s";
    }
}
