package dev.larder.experiments.report;

/**
 * A table and a chart of one metric.
 *
 * @param metric as the grid has it
 * @param title with its unit
 * @param decimals in the table
 * @param wideX whether the horizontal axis is logarithmic
 * @param wideY whether the vertical axis is
 */
public record MetricView(String metric, String title, int decimals, boolean wideX, boolean wideY) {

    /** With straight axes. */
    public static MetricView of(String metric, String title, int decimals) {
        return new MetricView(metric, title, decimals, false, false);
    }

    /** The same with a logarithmic horizontal axis. */
    public MetricView wide() {
        return new MetricView(metric, title, decimals, true, wideY);
    }

    /** The same with a logarithmic vertical axis. */
    public MetricView steep() {
        return new MetricView(metric, title, decimals, wideX, true);
    }
}
