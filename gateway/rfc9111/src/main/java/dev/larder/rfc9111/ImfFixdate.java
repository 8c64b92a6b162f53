package dev.larder.rfc9111;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** RFC 9110 5.6.7: {@code IMF-fixdate}, the form of nearly every date, parsed by position. */
final class ImfFixdate {

    /** The length of every date in this form, and of no well-formed date in another form. */
    static final int LENGTH = 29;

    static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final Set<String> DAYS = Set.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");
    private static final String MOULD = "day, 00 mon 0000 00:00:00 gmt";
    private static final int LEAP_SECOND = 60;

    private ImfFixdate() {}

    /** Returns the instant of a lower-case date of {@link #LENGTH} characters; empty if it is malformed. */
    static Optional<Instant> parse(String lower) {
        int month = MONTHS.indexOf(lower.substring(8, 11)) + 1;
        if (month == 0 || !DAYS.contains(lower.substring(0, 3)) || !matchesPattern(lower)) {
            return Optional.empty();
        }
        try {
            LocalDate day = LocalDate.of(number(lower, 12, 16), month, number(lower, 5, 7));
            return Optional.of(instant(day, number(lower, 17, 19), number(lower, 20, 22), number(lower, 23, 25)));
        } catch (DateTimeException impossible) {
            return Optional.empty();
        }
    }

    /** Whether digits, separators and zone are in their positions. The names of day and month are parsed separately. */
    private static boolean matchesPattern(String lower) {
        for (int i = 3; i < LENGTH; i++) {
            char wanted = MOULD.charAt(i);
            char found = lower.charAt(i);
            boolean ofMonth = i >= 8 && i < 11;
            boolean right = wanted == '0' ? found >= '0' && found <= '9' : found == wanted;
            if (!ofMonth && !right) {
                return false;
            }
        }
        return true;
    }

    /** @throws DateTimeException if the time of day is invalid */
    static Instant instant(LocalDate day, int hour, int minute, int second) {
        boolean leap = second == LEAP_SECOND;
        Instant instant =
                day.atTime(hour, minute, leap ? LEAP_SECOND - 1 : second).toInstant(ZoneOffset.UTC);
        return leap ? instant.plusSeconds(1) : instant;
    }

    private static int number(String digits, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + digits.charAt(i) - '0';
        }
        return number;
    }
}
