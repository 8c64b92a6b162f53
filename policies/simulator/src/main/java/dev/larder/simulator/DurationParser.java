package dev.larder.simulator;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses short durations such as {@code 17us} or {@code 0.5ms}. */
final class DurationParser {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ns|us|ms|s)");
    private static final Map<String, Long> UNITS =
            Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);

    private DurationParser() {}

    /**
     * Returns the duration in nanoseconds.
     *
     * @throws IllegalArgumentException if the text is not a duration
     */
    static long parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "expected a time such as 10ns, 60us, 5ms or 2s instead of \"" + text + '"');
        }
        var unit = BigDecimal.valueOf(requireNonNull(UNITS.get(form.group(2))));
        return new BigDecimal(form.group(1))
                .multiply(unit)
                .setScale(0, RoundingMode.HALF_UP)
                .longValue();
    }
}
