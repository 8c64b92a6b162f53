package dev.larder.compare.load;

import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Latencies of one run with a fixed rate, in microseconds from the moment a request was due.
 *
 * @param requests answered with 200
 * @param errors all others that were due, unanswered ones with them
 * @param p50 half of the requests took no longer
 * @param p99 99 of a hundred
 * @param p999 999 of a thousand
 * @param max the slowest
 */
public record FixedRateResult(long requests, long errors, double p50, double p99, double p999, double max) {

    private static final String MARK = "open-loop";
    private static final double NANOS_PER_MICRO = 1000;

    static FixedRateResult of(Histogram nanos, long errors) {
        return new FixedRateResult(
                nanos.getTotalCount(),
                errors,
                nanos.getValueAtPercentile(50) / NANOS_PER_MICRO,
                nanos.getValueAtPercentile(99) / NANOS_PER_MICRO,
                nanos.getValueAtPercentile(99.9) / NANOS_PER_MICRO,
                nanos.getMaxValue() / NANOS_PER_MICRO);
    }

    /** Reads the line that the generator has printed. */
    public static FixedRateResult parse(List<String> output) {
        var line = output.stream()
                .filter(text -> text.startsWith(MARK))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not the output of the generator: " + output));
        var words = line.split(" ");
        return new FixedRateResult(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Double.parseDouble(words[3]),
                Double.parseDouble(words[4]),
                Double.parseDouble(words[5]),
                Double.parseDouble(words[6]));
    }

    String line() {
        return String.format(Locale.ROOT, "%s %d %d %.3f %.3f %.3f %.3f", MARK, requests, errors, p50, p99, p999, max);
    }
}
