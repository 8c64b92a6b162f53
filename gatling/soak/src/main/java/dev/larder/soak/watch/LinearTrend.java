package dev.larder.soak.watch;

import java.util.List;

/** The straight line through readings that is nearest to all of them (least squares). */
public final class LinearTrend {

    private static final double SECONDS_OF_HOUR = 3_600;

    private LinearTrend() {}

    /**
     * A reading.
     *
     * @param seconds since the beginning
     * @param value whatever was read
     */
    public record Reading(double seconds, double value) {}

    /** By how much the line rises in an hour; not at all if there are fewer than two moments. */
    public static double perHour(List<Reading> readings) {
        var meanSeconds =
                readings.stream().mapToDouble(Reading::seconds).average().orElse(0);
        var meanValue = readings.stream().mapToDouble(Reading::value).average().orElse(0);
        var together = 0.0;
        var alone = 0.0;
        for (var reading : readings) {
            var distance = reading.seconds() - meanSeconds;
            together += distance * (reading.value() - meanValue);
            alone += distance * distance;
        }
        return alone == 0 ? 0 : together / alone * SECONDS_OF_HOUR;
    }
}
