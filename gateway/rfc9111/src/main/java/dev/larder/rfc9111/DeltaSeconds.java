package dev.larder.rfc9111;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** RFC 9111 1.2.2: a number of seconds, digits only. Values above 2^31 count as 2^31. */
final class DeltaSeconds {

    static final long MAX_SECONDS = 1L << 31;
    static final Duration MAX = Duration.ofSeconds(MAX_SECONDS);

    private DeltaSeconds() {}

    /** Returns the duration of a field value; empty if it is not {@code 1*DIGIT}. */
    static Optional<Duration> parse(String text) {
        OptionalLong seconds = DigitParser.parse(text, MAX_SECONDS);
        return seconds.isPresent() ? Optional.of(Duration.ofSeconds(seconds.getAsLong())) : Optional.empty();
    }

    /** Returns this many seconds, limited to zero to 2^31. */
    static Duration ofSeconds(long seconds) {
        return Duration.ofSeconds(Math.max(0, Math.min(seconds, MAX_SECONDS)));
    }

    /** Returns the duration, limited to zero to 2^31 seconds. */
    static Duration cap(Duration duration) {
        if (duration.isNegative()) {
            return Duration.ZERO;
        }
        return duration.compareTo(MAX) > 0 ? MAX : duration;
    }

    /** Returns the duration from one instant to a later one, limited to zero to 2^31 seconds. */
    static Duration between(Instant from, Instant to) {
        if (!to.isAfter(from)) {
            return Duration.ZERO;
        }
        long seconds = to.getEpochSecond() - from.getEpochSecond();
        return seconds > MAX_SECONDS ? MAX : cap(Duration.between(from, to));
    }

    /** Returns the instant plus the duration, at most {@link Instant#MAX}. */
    static Instant after(Instant from, Duration by) {
        return from.getEpochSecond() >= Instant.MAX.getEpochSecond() - by.getSeconds() ? Instant.MAX : from.plus(by);
    }
}
