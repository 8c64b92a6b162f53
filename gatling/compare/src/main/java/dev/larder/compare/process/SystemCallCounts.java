package dev.larder.compare.process;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** System calls by kind, as {@code strace -c} counts them. */
public final class SystemCallCounts {

    /** Columns: part of the time, seconds, microseconds for each call, calls, errors if there are any, name. */
    private static final Pattern ROW =
            Pattern.compile("\\s*[0-9.]+\\s+[0-9.]+\\s+\\d+\\s+(\\d+)\\s+(?:\\d+\\s+)?(?!total$)(\\w+)");

    private SystemCallCounts() {}

    /** Reads the table that strace prints at its end; nothing if there is none. */
    public static Map<String, Long> parse(List<String> output) {
        return output.stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .collect(Collectors.toMap(row -> row.group(2), row -> Long.parseLong(row.group(1)), Long::sum));
    }
}
