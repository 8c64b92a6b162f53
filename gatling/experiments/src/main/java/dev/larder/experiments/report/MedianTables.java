package dev.larder.experiments.report;

import dev.larder.compare.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;

/** Tables of medians in Markdown. */
public final class MedianTables {

    private static final String MISSING = "";

    private MedianTables() {}

    /** A row for each line, a column for each place. */
    public static String of(MeasurementGrid grid, MetricView view) {
        var places = grid.places(view.metric());
        var headings = new ArrayList<>(List.of(grid.axis()));
        places.forEach(place -> headings.add(NumberFormats.plain(place)));
        var table = new MarkdownTable(headings);
        for (var line : grid.lines(view.metric())) {
            var cells = new ArrayList<>(List.of(line));
            for (double place : places) {
                cells.add(grid.spread(view.metric(), line, place)
                        .map(spread -> NumberFormats.fixed(spread.median(), view.decimals()))
                        .orElse(MISSING));
            }
            table.add(cells);
        }
        return table.toString();
    }
}
