package dev.larder.rfc9111;

import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A date in each of its forms, and a number of seconds, and how old a message with both is. */
public final class DateFuzz {

    private static final Instant NOW = Instant.parse("2026-11-23T04:05:06Z");
    private static final String DAY = "(?:mon|tue|wed|thu|fri|sat|sun)";
    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
    private static final String MONTH = "(?<month>" + MONTHS.replaceAll("(...)(?=.)", "$1|") + ")";
    private static final String TIME = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";
    private static final List<Pattern> FORMS = List.of(
            Pattern.compile(DAY + ", (?<day>[0-9]{2}) " + MONTH + " (?<year>[0-9]{4}) " + TIME + " gmt"),
            Pattern.compile("(?:mon|tues|wednes|thurs|fri|satur|sun)day, (?<day>[0-9]{2})-" + MONTH
                    + "-(?<year>[0-9]{2}) " + TIME + " gmt"),
            Pattern.compile(DAY + " " + MONTH + " (?<day>[ 0-9][0-9]) " + TIME + " (?<year>[0-9]{4})"));

    private DateFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        String text = input.line();
        FuzzAssertions.equal(HttpDate.parse(text, NOW), model(text), () -> text);
        HttpDate.parse(text, NOW).ifPresent(DateFuzz::isWrittenAsItIsRead);
        String digits = input.line();
        FuzzAssertions.equal(DeltaSeconds.parse(digits), seconds(digits), () -> digits);
        ages(HeaderFields.of("Date", text, "Age", digits, "Expires", input.line(), "Last-Modified", input.line()));
    }

    private static Optional<Instant> model(String text) {
        if (text.length() > 40) {
            return Optional.empty();
        }
        String lower = text.strip().toLowerCase(Locale.ROOT);
        return FORMS.stream()
                .map(form -> form.matcher(lower))
                .filter(Matcher::matches)
                .findFirst()
                .flatMap(DateFuzz::instant);
    }

    private static Optional<Instant> instant(Matcher parts) {
        boolean twoDigits = parts.group("year").length() == 2;
        int year = number(parts, "year") + (twoDigits ? 2000 : 0);
        Optional<Instant> instant = instant(parts, year);
        Instant limit = NOW.atOffset(ZoneOffset.UTC).plusYears(50).toInstant();
        return twoDigits && instant.filter(limit::isBefore).isPresent() ? instant(parts, year - 100) : instant;
    }

    private static Optional<Instant> instant(Matcher parts, int year) {
        int second = number(parts, "second");
        try {
            LocalDateTime time = LocalDateTime.of(
                    year,
                    MONTHS.indexOf(parts.group("month")) / 3 + 1,
                    number(parts, "day"),
                    number(parts, "hour"),
                    number(parts, "minute"),
                    second == 60 ? 59 : second);
            return Optional.of(time.toInstant(ZoneOffset.UTC).plusSeconds(second == 60 ? 1 : 0));
        } catch (DateTimeException impossible) {
            return Optional.empty();
        }
    }

    private static int number(Matcher parts, String group) {
        return new BigInteger(parts.group(group).strip()).intValueExact();
    }

    private static void isWrittenAsItIsRead(Instant instant) {
        int year = instant.atOffset(ZoneOffset.UTC).getYear();
        if (year > 0 && year <= 9999) {
            String written = HttpDate.format(instant);
            FuzzAssertions.equal(HttpDate.parse(written, NOW), Optional.of(instant), () -> written);
        }
    }

    private static Optional<Duration> seconds(String digits) {
        return digits.matches("[0-9]+")
                ? Optional.of(Duration.ofSeconds(
                        new BigInteger(digits).min(BigInteger.valueOf(1L << 31)).longValue()))
                : Optional.empty();
    }

    private static void ages(HeaderFields fields) {
        ReceptionTimes when = new ReceptionTimes(NOW.minusSeconds(2), NOW, NOW);
        Duration age = Age.correctedInitial(fields, when);
        FuzzAssertions.hold(
                age.compareTo(Duration.ofSeconds(2)) >= 0 && age.compareTo(DeltaSeconds.MAX) <= 0, age::toString);
        seconds(fields.first("Age").orElseThrow())
                .ifPresent(said -> FuzzAssertions.hold(age.compareTo(said) >= 0, () -> age + " is less than " + said));
        ResponseHead head = new ResponseHead(200, fields);
        Freshness freshness = Freshness.of(head, ResponseDirectives.of(fields), CachePolicy.DEFAULT, NOW);
        FuzzAssertions.hold(!freshness.lifetime().isNegative(), freshness::toString);
        boolean expires =
                HttpDate.parse(fields.first("Expires").orElseThrow(), NOW).isPresent();
        FuzzAssertions.hold(expires || freshness.lifetime().isZero(), () -> "fresh by an invalid Expires: " + fields);
    }
}
