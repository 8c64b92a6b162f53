package dev.larder.rfc9111;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** RFC 9111 1.2.2: a number of seconds, digits only; whatever is greater than 2^31 counts as 2^31. */
final class DeltaSeconds {

    static final long MAX_SECONDS = 1L << 31;
    static final Duration MAX = Duration.ofSeconds(MAX_SECONDS);

    private DeltaSeconds() {}

    /** The duration a field value means, or nothing if it is not {@code 1*DIGIT}. */
    static Optional<Duration> parse(String text) {
        OptionalLong seconds = DigitParser.parse(text, MAX_SECONDS);
        return seconds.isPresent() ? Optional.of(Duration.ofSeconds(seconds.getAsLong())) : Optional.empty();
    }

    /** That many seconds, held between zero and 2^31. */
    static Duration ofSeconds(long seconds) {
        return Duration.ofSeconds(Math.max(0, Math.min(seconds, MAX_SECONDS)));
    }

    /** The duration held between zero and 2^31 seconds. */
    static Duration cap(Duration duration) {
        if (duration.isNegative()) {
            return Duration.ZERO;
        }
        return duration.compareTo(MAX) > 0 ? MAX : duration;
    }

    /** From one instant to a later one, held between zero and 2^31 seconds. */
    static Duration between(Instant from, Instant to) {
        if (!to.isAfter(from)) {
            return Duration.ZERO;
        }
        long seconds = to.getEpochSecond() - from.getEpochSecond();
        return seconds > MAX_SECONDS ? MAX : cap(Duration.between(from, to));
    }

    /** An instant moved into the future; the end of time if it lies beyond. */
    static Instant after(Instant from, Duration by) {
        return Instant.MAX.minus(by).isBefore(from) ? Instant.MAX : from.plus(by);
    }
}
