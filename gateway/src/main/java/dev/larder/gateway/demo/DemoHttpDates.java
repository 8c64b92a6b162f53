package dev.larder.gateway.demo;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** RFC 9110 5.6.7: the fixed-length form of HTTP-date, the only one that may be generated. */
final class DemoHttpDates {

    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private DemoHttpDates() {}

    static String format(Instant instant) {
        return IMF_FIXDATE.format(instant);
    }

    /** The instant, or empty where the value is no such date: a condition on it is then ignored (13.1.3). */
    static Optional<Instant> parse(String value) {
        try {
            return Optional.of(IMF_FIXDATE.parse(value, Instant::from));
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }
}
