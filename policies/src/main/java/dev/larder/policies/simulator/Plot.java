package dev.larder.policies.simulator;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Curves of hit ratio and byte hit ratio over size, one line for each policy, a row of two charts for each trace. */
final class Plot {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 480;

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
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(trace + ": " + title)
                .xAxisTitle("size, " + UNITS[unit])
                .yAxisTitle(title)
                .build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setLocale(Locale.ROOT).setYAxisMin(0.0).setXAxisLogarithmic(isWide(outcomes));
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

    /** Whether files of this name can be written. */
    static boolean isSupported(Path file) {
        return isSvg(file) || endsWith(file, ".png");
    }

    private static boolean isSvg(Path file) {
        return endsWith(file, ".svg");
    }

    private static boolean endsWith(Path file, String ending) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    /** Writes a picture, PNG or SVG as the file's name ends. */
    void save(Path file) throws IOException {
        if (isSvg(file)) {
            var vectors = new VectorGraphics2D();
            paint(vectors);
            try (OutputStream out = Files.newOutputStream(file)) {
                new SVGProcessor()
                        .getDocument(vectors.getCommands(), new PageSize(0, 0, 2 * WIDTH, height()))
                        .writeTo(out);
            }
        } else {
            var image = new BufferedImage(2 * WIDTH, height(), BufferedImage.TYPE_INT_RGB);
            paint(image.createGraphics());
            ImageIO.write(image, "png", file.toFile());
        }
    }

    private int height() {
        return HEIGHT * ((charts.size() + 1) / 2);
    }

    private void paint(Graphics2D graphics) {
        for (int i = 0; i < charts.size(); i++) {
            var part = (Graphics2D) graphics.create();
            part.translate(i % 2 * WIDTH, i / 2 * HEIGHT);
            charts.get(i).paint(part, WIDTH, HEIGHT);
            part.dispose();
        }
    }
}
