package dev.larder.gateway.actuate.page;

import java.util.List;

/** An element of a section of the page. Everything is shown as text; markup is not interpreted. */
public sealed interface PageBlock {

    /** A paragraph. */
    record Note(String text) implements PageBlock {}

    /** Text to be copied unchanged, such as configuration. */
    record Listing(String caption, String text) implements PageBlock {}

    /**
     * A table.
     *
     * @param rows rows with one cell for each column
     */
    record Table(String caption, List<String> columns, List<List<String>> rows) implements PageBlock {

        public Table {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
        }
    }

    /**
     * Curves over one axis, also shown as a table.
     *
     * @param x label of the horizontal axis
     * @param y label of the vertical axis
     */
    record Plot(String caption, String x, String y, List<Double> at, List<Curve> curves) implements PageBlock {

        public Plot {
            at = List.copyOf(at);
            curves = List.copyOf(curves);
        }
    }

    /**
     * One curve of a plot.
     *
     * @param values one for each point on the horizontal axis
     */
    record Curve(String name, List<Double> values) {

        public Curve {
            values = List.copyOf(values);
        }
    }
}
