package dev.larder.rfc9111;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** RFC 9110 5.6.7: a date in one of the three forms that every recipient accepts. */
public final class HttpDate {

    private static final String MONTH = "(?<month>" + String.join("|", ImfFixdate.MONTHS) + ")";
    private static final String TIME = "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})";
    private static final String DAY_NAME = "(?:mon|tue|wed|thu|fri|sat|sun)";
    private static final String LONG_DAY_NAME = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";

    private static final Pattern RFC_850 =
            pattern(LONG_DAY_NAME + ", (?<day>\\d{2})-" + MONTH + "-(?<year>\\d{2}) " + TIME + " gmt");
    private static final Pattern ASCTIME =
            pattern(DAY_NAME + " " + MONTH + " (?<day>[ \\d]\\d) " + TIME + " (?<year>\\d{4})");

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);
    private static final int LONGEST = 40;

    /** The last second that was formatted: most responses of a second have the same date. */
    private static volatile FormattedSecond last = new FormattedSecond(0, FORMAT.format(Instant.EPOCH));

    private record FormattedSecond(long second, String text) {}

    private HttpDate() {}

    /**
     * Returns the instant of a field value; empty if it is malformed.
     *
     * @param about approximately the current time; determines the century of a two-digit year
     */
    static Optional<Instant> parse(String text, Instant about) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        String lower = text.strip().toLowerCase(Locale.ROOT);
        if (lower.length() == ImfFixdate.LENGTH) {
            return ImfFixdate.parse(lower);
        }
        Matcher rfc850 = RFC_850.matcher(lower);
        if (rfc850.matches()) {
            return twoDigitYear(rfc850, about);
        }
        Matcher asctime = ASCTIME.matcher(lower);
        return asctime.matches() ? instant(asctime, number(asctime, "year")) : Optional.empty();
    }

    /** Returns the date of the field if all its lines agree; empty if there is none or they disagree. */
    static Optional<Instant> single(HeaderFields fields, String name, Instant about) {
        List<String> values = fields.values(name);
        if (values.isEmpty() || values.stream().distinct().count() != 1) {
            return Optional.empty();
        }
        return parse(values.get(0), about);
    }

    /** RFC 9110 8.8.2.2: whether a Last-Modified is older than the response, so that no later change can have the same. */
    static boolean isStrong(Instant modified, HeaderFields fields, Instant about) {
        return single(fields, "Date", about)
                .filter(date -> date.isAfter(modified))
                .isPresent();
    }

    /** Returns the date in the preferred form, IMF-fixdate. */
    public static String format(Instant instant) {
        FormattedSecond known = last;
        if (known.second() != instant.getEpochSecond()) {
            known = new FormattedSecond(instant.getEpochSecond(), FORMAT.format(instant));
            last = known;
        }
        return known.text();
    }

    /**
     * "Recipients of a timestamp value in rfc850-date format, which uses a two-digit year, MUST interpret a timestamp that
     * appears to be more than 50 years in the future as representing the most recent year in the past that had the same
     * last two digits."
     */
    private static Optional<Instant> twoDigitYear(Matcher parts, Instant about) {
        int thisYear = about.atOffset(ZoneOffset.UTC).getYear();
        int year = thisYear - Math.floorMod(thisYear, 100) + number(parts, "year");
        Instant limit = about.atOffset(ZoneOffset.UTC).plusYears(50).toInstant();
        Optional<Instant> instant = instant(parts, year);
        return instant.isPresent() && instant.get().isAfter(limit) ? instant(parts, year - 100) : instant;
    }

    private static Optional<Instant> instant(Matcher parts, int year) {
        try {
            LocalDate day =
                    LocalDate.of(year, ImfFixdate.MONTHS.indexOf(parts.group("month")) + 1, number(parts, "day"));
            return Optional.of(
                    ImfFixdate.instant(day, number(parts, "hour"), number(parts, "minute"), number(parts, "second")));
        } catch (DateTimeException impossible) {
            return Optional.empty();
        }
    }

    private static int number(Matcher parts, String group) {
        return Integer.parseInt(parts.group(group).strip());
    }

    private static Pattern pattern(String regex) {
        return Pattern.compile(regex);
    }
}
