package dev.larder.experiments.report;

import java.util.List;

/**
 * What an experiment has found.
 *
 * @param grid all readings
 * @param views the tables and charts to make of it
 * @param headline our figure beside the study's, in a sentence
 * @param remarks further sentences, each a line of a list
 * @param appendix Markdown that stands at the end, or nothing
 */
public record ExperimentResults(
        MeasurementGrid grid, List<MetricView> views, String headline, List<String> remarks, String appendix) {

    /** Without appendix. */
    public ExperimentResults(MeasurementGrid grid, List<MetricView> views, String headline, List<String> remarks) {
        this(grid, views, headline, remarks, "");
    }
}
