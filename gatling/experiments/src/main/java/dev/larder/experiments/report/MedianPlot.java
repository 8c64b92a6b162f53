package dev.larder.experiments.report;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Curves of medians as a PNG, two charts in a row. */
public final class MedianPlot {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 480;

    private MedianPlot() {}

    /** Writes the charts of all views. */
    public static void save(ExperimentResults figures, Path file) throws IOException {
        List<XYChart> charts = figures.views().stream()
                .map(view -> chart(figures.grid(), view))
                .toList();
        var columns = Math.min(2, charts.size());
        var rows = (charts.size() + columns - 1) / columns;
        var image = new BufferedImage(columns * WIDTH, rows * HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        for (var i = 0; i < charts.size(); i++) {
            var part = (Graphics2D) graphics.create();
            part.translate(i % columns * WIDTH, i / columns * HEIGHT);
            charts.get(i).paint(part, WIDTH, HEIGHT);
            part.dispose();
        }
        graphics.dispose();
        ImageIO.write(image, "png", file.toFile());
    }

    private static XYChart chart(MeasurementGrid grid, MetricView view) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(view.title())
                .xAxisTitle(grid.axis())
                .yAxisTitle(view.title())
                .build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setLocale(Locale.ROOT);
        chart.getStyler().setXAxisLogarithmic(view.wideX()).setYAxisLogarithmic(view.wideY());
        if (!view.wideY()) {
            chart.getStyler().setYAxisMin(0.0);
        }
        grid.lines(view.metric()).forEach(line -> draw(chart, grid, view, line));
        return chart;
    }

    private static void draw(XYChart chart, MeasurementGrid grid, MetricView view, String line) {
        var places = grid.places(view.metric()).stream()
                .filter(place -> isDrawable(grid, view, line, place))
                .toList();
        if (!places.isEmpty()) {
            chart.addSeries(
                    line,
                    places.stream().mapToDouble(Double::doubleValue).toArray(),
                    places.stream()
                            .mapToDouble(place ->
                                    grid.median(view.metric(), line, place).orElseThrow())
                            .toArray());
        }
    }

    /** A logarithmic axis has no place for nothing. */
    private static boolean isDrawable(MeasurementGrid grid, MetricView view, String line, double place) {
        var value = grid.median(view.metric(), line, place);
        return value.isPresent() && (!view.wideX() || place > 0) && (!view.wideY() || value.getAsDouble() > 0);
    }
}
