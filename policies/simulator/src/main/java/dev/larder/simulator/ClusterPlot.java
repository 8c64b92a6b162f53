package dev.larder.simulator;

import dev.larder.simulator.cluster.BroadcastVariant;
import dev.larder.simulator.cluster.ClusterSimulationResult;
import dev.larder.simulator.cluster.MessageCosts;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plots delays of writes and messages over the number of members: a line for each fraction of writes, a row per variant. */
final class ClusterPlot {

    private static final double MILLI = 1e6;

    /** Lower end of a logarithmic axis, below any relevant value. */
    private static final double LEAST = 0.001;

    private ClusterPlot() {}

    /** Writes an image, PNG or SVG according to the extension of the file. */
    static void save(List<ClusterSimulationResult> figures, MessageCosts costs, Path file) throws IOException {
        List<XYChart> charts = new ArrayList<>();
        for (BroadcastVariant variant :
                figures.stream().map(each -> each.cell().variant()).distinct().toList()) {
            List<ClusterSimulationResult> rows = figures.stream()
                    .filter(each -> each.cell().variant() == variant)
                    .sorted((one, other) ->
                            Integer.compare(one.cell().members(), other.cell().members()))
                    .toList();
            XYChart delays = chart(variant.id() + ": wait of a write for acknowledgements, p99", "ms");
            draw(delays, rows, each -> each.delays().p99() / MILLI, ClusterSimulationResult.MAX_DELAY / MILLI);
            XYChart messages = chart(variant.id() + ": messages sent by a member", "messages per second");
            draw(messages, rows, ClusterPlot::sent, ClusterSimulationResult.mostMessages(costs));
            charts.add(delays);
            charts.add(messages);
        }
        ChartImages.save(charts, file);
    }

    private static double sent(ClusterSimulationResult each) {
        return each.messages().publications() + each.messages().heartbeats();
    }

    private static XYChart chart(String title, String unit) {
        XYChart chart = ChartImages.chart(title, "members", unit);
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        return chart;
    }

    private static void draw(
            XYChart chart,
            List<ClusterSimulationResult> rows,
            ToDoubleFunction<ClusterSimulationResult> value,
            double limit) {
        for (double writes :
                rows.stream().map(each -> each.cell().writes()).distinct().toList()) {
            List<ClusterSimulationResult> line =
                    rows.stream().filter(each -> each.cell().writes() == writes).toList();
            chart.addSeries(
                    ClusterReport.writes(line.get(0).cell()) + " writes",
                    line.stream().mapToDouble(each -> each.cell().members()).toArray(),
                    line.stream()
                            .mapToDouble(value)
                            .map(each -> Math.max(LEAST, each))
                            .toArray());
        }
        double[] ends = {
            rows.get(0).cell().members(), rows.get(rows.size() - 1).cell().members()
        };
        chart.addSeries("limit", ends, new double[] {limit, limit})
                .setMarker(SeriesMarkers.NONE)
                .setLineColor(Color.BLACK);
    }
}
