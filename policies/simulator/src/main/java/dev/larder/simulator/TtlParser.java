package dev.larder.simulator;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a TTL: {@code 300} units of the trace; {@code 30s}, {@code 5m}, {@code 2h}, {@code 1d} if those are seconds. */
final class TtlParser {

    private static final Pattern FORM = Pattern.compile("(\\d{1,12})([smhd]?)");
    private static final Map<String, Long> SECONDS = Map.of("", 1L, "s", 1L, "m", 60L, "h", 3_600L, "d", 86_400L);

    private TtlParser() {}

    /** @throws IllegalArgumentException if the text is not a time to live */
    static long parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "expected a time such as 300, 30s, 5m, 2h or 1d instead of \"" + text + '"');
        }
        return Long.parseLong(form.group(1)) * requireNonNull(SECONDS.get(form.group(2)));
    }
}
