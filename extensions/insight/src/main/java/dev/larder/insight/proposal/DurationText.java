package dev.larder.insight.proposal;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Formats durations as they are written in configuration. */
public final class DurationText {

    private static final List<Duration> ROUND = Stream.of(
                    "PT1S", "PT2S", "PT5S", "PT10S", "PT15S", "PT30S", "PT1M", "PT2M", "PT5M", "PT10M", "PT15M",
                    "PT30M", "PT1H", "PT2H", "PT4H", "PT6H", "PT12H", "P1D", "P2D", "P3D", "P7D", "P14D", "P30D",
                    "P90D", "P365D")
            .map(Duration::parse)
            .toList();

    private DurationText() {}

    /** Returns the longest round duration that is not longer; zero if it is less than a second. */
    public static Duration rounded(Duration duration) {
        return ROUND.stream()
                .filter(round -> round.compareTo(duration) <= 0)
                .reduce(Duration.ZERO, (shorter, longer) -> longer);
    }

    /** Formats a duration as in {@code 30s}. */
    static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1_000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1_000;
        return seconds % 86_400 == 0 && seconds > 0
                ? seconds / 86_400 + "d"
                : seconds % 3_600 == 0 && seconds > 0
                        ? seconds / 3_600 + "h"
                        : seconds % 60 == 0 && seconds > 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
