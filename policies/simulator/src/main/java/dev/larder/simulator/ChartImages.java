package dev.larder.simulator;

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
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Writes charts as an image, two per row. */
final class ChartImages {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 480;

    private ChartImages() {}

    /** Creates a chart without lines. */
    static XYChart chart(String title, String xAxis, String yAxis) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(xAxis)
                .yAxisTitle(yAxis)
                .build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setLocale(Locale.ROOT);
        return chart;
    }

    /** Whether the format of this file name is supported. */
    static boolean isSupported(Path file) {
        return isSvg(file) || endsWith(file, ".png");
    }

    private static boolean isSvg(Path file) {
        return endsWith(file, ".svg");
    }

    private static boolean endsWith(Path file, String ending) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    /** Writes an image, PNG or SVG according to the extension of the file. */
    static void save(List<XYChart> charts, Path file) throws IOException {
        int height = HEIGHT * ((charts.size() + 1) / 2);
        if (isSvg(file)) {
            var vectors = new VectorGraphics2D();
            paint(charts, vectors);
            try (OutputStream out = Files.newOutputStream(file)) {
                new SVGProcessor()
                        .getDocument(vectors.getCommands(), new PageSize(0, 0, 2 * WIDTH, height))
                        .writeTo(out);
            }
        } else {
            var image = new BufferedImage(2 * WIDTH, height, BufferedImage.TYPE_INT_RGB);
            paint(charts, image.createGraphics());
            ImageIO.write(image, "png", file.toFile());
        }
    }

    private static void paint(List<XYChart> charts, Graphics2D graphics) {
        for (int i = 0; i < charts.size(); i++) {
            var part = (Graphics2D) graphics.create();
            part.translate(i % 2 * WIDTH, i / 2 * HEIGHT);
            charts.get(i).paint(part, WIDTH, HEIGHT);
            part.dispose();
        }
    }
}
