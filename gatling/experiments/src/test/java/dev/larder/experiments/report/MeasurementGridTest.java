package dev.larder.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasurementGridTest {

    private final MeasurementGrid grid = new MeasurementGrid("clients");

    @Test
    void computesMedianOfRepetitions() {
        for (var value : new double[] {3, 1, 2}) {
            grid.add("latency", "larder", 8, value);
        }

        assertThat(grid.median("latency", "larder", 8)).hasValue(2);
        assertThat(grid.median("latency", "larder", 16)).isEmpty();
    }

    @Test
    void csvHasEveryReading() {
        grid.add("latency", "a, b", 0.5, 1);
        grid.add("latency", "a, b", 0.5, 2.25);
        grid.add("latency, ms", "c", 1, 3);

        assertThat(grid.csv())
                .containsExactly(
                        "metric,line,clients,repetition,value",
                        "latency,\"a, b\",0.5,1,1.00000",
                        "latency,\"a, b\",0.5,2,2.25000",
                        "\"latency, ms\",c,1,1,3.00000");
    }

    @Test
    void tableLeavesMissingMeasurementsEmpty() {
        grid.add("latency", "a", 1, 5);
        grid.add("latency", "b", 2, 6);

        assertThat(MedianTables.of(grid, MetricView.of("latency", "ms", 1))
                        .replace(" ", "")
                        .lines())
                .contains("|clients|1|2|", "|a|5.0||", "|b||6.0|");
    }
}
