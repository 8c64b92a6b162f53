package dev.larder.simulator;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts the lines of a trace, and those that are no requests to a cache by why they are skipped. One thread at a time writes. */
final class SkippedLines {

    /** Why a line is skipped. */
    enum Why {
        /** The server wrote "-" or what is no request line. */
        NO_REQUEST("no request"),
        OTHER_METHOD("other methods, such as HEAD and OPTIONS"),
        OTHER_STATUS("other statuses, such as errors and redirects of GET"),
        CUT_OFF("cut off at the end");

        private final String text;

        Why(String text) {
            this.text = text;
        }
    }

    private final Map<Why, Long> counts = new EnumMap<>(Why.class);
    private long lines;

    void read() {
        lines++;
    }

    void skipped(Why why) {
        counts.merge(why, 1L, Long::sum);
    }

    /** Returns a sentence for people; empty if nothing was skipped. */
    String sentence(String trace) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        return all == 0
                ? ""
                : String.format(Locale.ROOT, "%s: %d of %d lines skipped: ", trace, all, lines)
                        + counts.entrySet().stream()
                                .map(count -> count.getValue() + " " + count.getKey().text)
                                .collect(Collectors.joining("; "))
                        + ".";
    }
}
