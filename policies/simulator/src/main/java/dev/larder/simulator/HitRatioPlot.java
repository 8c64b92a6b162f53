package dev.larder.simulator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;

/** Plots hit ratio and byte hit ratio over size: one line per policy, a row of two charts per trace. */
final class HitRatioPlot {

    /** If the largest and the smallest size differ by more than this factor, the axis is logarithmic. */
    private static final double WIDE = 20;

    private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB"};

    private final List<XYChart> charts = new ArrayList<>();

    HitRatioPlot(List<ReplayResult> outcomes) {
        for (String trace :
                outcomes.stream().map(ReplayResult::trace).distinct().toList()) {
            List<ReplayResult> rows = outcomes.stream().filter(isOf(trace)).toList();
            charts.add(chart(trace, "hit ratio", rows, ReplayResult::hitRatio));
            charts.add(chart(trace, "byte hit ratio", rows, ReplayResult::byteHitRatio));
        }
    }

    private static Predicate<ReplayResult> isOf(String trace) {
        return outcome -> outcome.trace().equals(trace);
    }

    private static XYChart chart(
            String trace, String title, List<ReplayResult> outcomes, ToDoubleFunction<ReplayResult> value) {
        int unit = unit(outcomes);
        XYChart chart = ChartImages.chart(trace + ": " + title, "size, " + UNITS[unit], title);
        chart.getStyler().setYAxisMin(0.0).setXAxisLogarithmic(isWide(outcomes));
        for (String policy :
                outcomes.stream().map(ReplayResult::policy).distinct().toList()) {
            List<ReplayResult> line = outcomes.stream()
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

    /** Returns the unit, as a power of 1,000 bytes, in which the largest size is below 1,000. */
    private static int unit(List<ReplayResult> outcomes) {
        long most = outcomes.stream().mapToLong(ReplayResult::capacity).max().orElse(0);
        int unit = 0;
        while (unit < UNITS.length - 1 && most >= Math.pow(1_000, unit + 1)) {
            unit++;
        }
        return unit;
    }

    private static boolean isWide(List<ReplayResult> outcomes) {
        long least = outcomes.stream().mapToLong(ReplayResult::capacity).min().orElse(0);
        long most = outcomes.stream().mapToLong(ReplayResult::capacity).max().orElse(0);
        return least > 0 && most > WIDE * least;
    }

    /** Writes an image, PNG or SVG according to the extension of the file. */
    void save(Path file) throws IOException {
        ChartImages.save(charts, file);
    }
}
