package dev.larder.gateway.actuate.page;

import java.util.List;

/** Something in a section of the page. All of it is shown as text: nothing is markup. */
public sealed interface PageBlock {

    /** A paragraph. */
    record Note(String text) implements PageBlock {}

    /** Text that is to be copied as it stands, such as configuration. */
    record Listing(String caption, String text) implements PageBlock {}

    /**
     * A table.
     *
     * @param rows as many cells each as there are columns
     */
    record Table(String caption, List<String> columns, List<List<String>> rows) implements PageBlock {

        public Table {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
        }
    }

    /**
     * Curves over one axis, and the same as a table.
     *
     * @param x what is on the horizontal axis
     * @param y what is on the vertical one
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
     * @param values one for each place on the horizontal axis
     */
    record Curve(String name, List<Double> values) {

        public Curve {
            values = List.copyOf(values);
        }
    }
}
