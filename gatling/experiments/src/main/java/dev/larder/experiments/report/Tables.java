package dev.larder.experiments.report;

import dev.larder.compare.report.Table;
import java.util.ArrayList;
import java.util.List;

/** Tables of medians in Markdown. */
public final class Tables {

    private static final String MISSING = "";

    private Tables() {}

    /** A row for each line, a column for each place. */
    public static String of(Grid grid, View view) {
        var places = grid.places(view.metric());
        var headings = new ArrayList<>(List.of(grid.axis()));
        places.forEach(place -> headings.add(Numbers.plain(place)));
        var table = new Table(headings);
        for (var line : grid.lines(view.metric())) {
            var cells = new ArrayList<>(List.of(line));
            for (double place : places) {
                cells.add(grid.spread(view.metric(), line, place)
                        .map(spread -> Numbers.fixed(spread.median(), view.decimals()))
                        .orElse(MISSING));
            }
            table.add(cells);
        }
        return table.toString();
    }
}
