package dev.larder.bufferedwrites;

import dev.larder.bufferedwrites.WriteMeasurement.Case;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Curves of how many times less bulk took over the number of rows: four charts, a line for each table. */
final class SpeedupPlot {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 420;

    private SpeedupPlot() {}

    /** Writes a PNG. */
    static void save(MedianSummary summary, Path file) throws IOException {
        List<XYChart> charts = List.of(
                chart(summary, "execution", summary::execution),
                chart(summary, "planning", summary::planning),
                chart(summary, "until the last commit", summary::wall),
                chart(summary, "CPU of origin and database", summary::cpu));
        var image = new BufferedImage(2 * WIDTH, 2 * HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        for (int i = 0; i < charts.size(); i++) {
            var part = (Graphics2D) graphics.create();
            part.translate(i % 2 * WIDTH, i / 2 * HEIGHT);
            charts.get(i).paint(part, WIDTH, HEIGHT);
            part.dispose();
        }
        ImageIO.write(image, "png", file.toFile());
    }

    private static XYChart chart(MedianSummary summary, String title, ToDoubleFunction<Case> ratio) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle("rows")
                .yAxisTitle("one by one / bulk")
                .build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setLocale(Locale.ROOT).setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        double[] ratios = summary.cases().stream()
                .mapToDouble(ratio)
                .filter(SpeedupPlot::isPositive)
                .toArray();
        chart.getStyler().setYAxisMin(decade(DoubleStream.of(ratios).min().orElse(1)));
        chart.getStyler().setYAxisMax(10 * decade(DoubleStream.of(ratios).max().orElse(1)));
        for (String table : summary.cases().stream().map(Case::table).distinct().toList()) {
            List<Case> line = summary.cases().stream()
                    .filter(subject -> subject.table().equals(table) && isPositive(ratio.applyAsDouble(subject)))
                    .toList();
            if (!line.isEmpty()) {
                chart.addSeries(
                        table,
                        line.stream().mapToDouble(Case::size).toArray(),
                        line.stream().mapToDouble(ratio).toArray());
            }
        }
        return chart;
    }

    /** The power of ten at or below a value: only those are labelled. */
    private static double decade(double value) {
        return Math.pow(10, Math.floor(Math.log10(value)));
    }

    /** CPU time of a few rows is less than is counted. */
    private static boolean isPositive(double ratio) {
        return Double.isFinite(ratio) && ratio > 0;
    }
}
