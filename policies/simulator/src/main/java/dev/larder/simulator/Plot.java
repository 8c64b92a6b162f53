package dev.larder.simulator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;

/** Curves of hit ratio and byte hit ratio over size, one line for each policy, a row of two charts for each trace. */
final class Plot {

    /** Sizes that lie farther apart than this factor are drawn on a logarithmic axis. */
    private static final double WIDE = 20;

    private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB"};

    private final List<XYChart> charts = new ArrayList<>();

    Plot(List<Outcome> outcomes) {
        for (String trace : outcomes.stream().map(Outcome::trace).distinct().toList()) {
            List<Outcome> rows = outcomes.stream().filter(isOf(trace)).toList();
            charts.add(chart(trace, "hit ratio", rows, Outcome::hitRatio));
            charts.add(chart(trace, "byte hit ratio", rows, Outcome::byteHitRatio));
        }
    }

    private static Predicate<Outcome> isOf(String trace) {
        return outcome -> outcome.trace().equals(trace);
    }

    private static XYChart chart(String trace, String title, List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
        int unit = unit(outcomes);
        XYChart chart = Charts.chart(trace + ": " + title, "size, " + UNITS[unit], title);
        chart.getStyler().setYAxisMin(0.0).setXAxisLogarithmic(isWide(outcomes));
        for (String policy : outcomes.stream().map(Outcome::policy).distinct().toList()) {
            List<Outcome> line = outcomes.stream()
                    .filter(outcome -> outcome.policy().equals(policy))
                    .sorted((one, other) -> Long.compare(one.capacity(), other.capacity()))
                    .toList();
            chart.addSeries(
                    policy,
                    line.stream()
                            .mapToDouble(outcome -> outcome.capacity() / Math.pow(1_000, unit))
                            .toArray(),
                    line.stream().mapToDouble(value).toArray());
        }
        return chart;
    }

    /** The unit in which the largest size is a number below 1,000, as a power of 1,000 bytes. */
    private static int unit(List<Outcome> outcomes) {
        long most = outcomes.stream().mapToLong(Outcome::capacity).max().orElse(0);
        int unit = 0;
        while (unit < UNITS.length - 1 && most >= Math.pow(1_000, unit + 1)) {
            unit++;
        }
        return unit;
    }

    private static boolean isWide(List<Outcome> outcomes) {
        long least = outcomes.stream().mapToLong(Outcome::capacity).min().orElse(0);
        long most = outcomes.stream().mapToLong(Outcome::capacity).max().orElse(0);
        return least > 0 && most > WIDE * least;
    }

    /** Writes a picture, PNG or SVG as the file's name ends. */
    void save(Path file) throws IOException {
        Charts.save(charts, file);
    }
}
