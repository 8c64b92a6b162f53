package dev.larder.compare;

import dev.larder.compare.load.WrkGenerator;
import dev.larder.compare.peer.ServerEnvironment;
import dev.larder.compare.peer.ServerUnavailableException;
import dev.larder.compare.scenario.FixedRateLatency;
import dev.larder.compare.scenario.FlameGraph;
import dev.larder.compare.scenario.LoadPattern;
import dev.larder.compare.scenario.MeasurementSettings;
import dev.larder.compare.scenario.ProgressMessages;
import dev.larder.compare.scenario.StartTimes;
import dev.larder.compare.scenario.ThroughputMeasurement;
import java.io.IOException;
import java.nio.file.Path;

/** Measures what a section of the report is about. */
record ReportSections(
        ServerEnvironment site, WrkGenerator wrk, MeasurementSettings settings, ProgressMessages progress) {

    String of(ComparisonScenario scenario, int size)
            throws IOException, InterruptedException, ServerUnavailableException {
        return switch (scenario) {
            case HIT -> traffic(LoadPattern.HIT, size);
            case MISS -> traffic(LoadPattern.MISS, size);
            case PASS -> traffic(LoadPattern.PASS, size);
            case VALIDATE -> traffic(LoadPattern.VALIDATE, size);
            case WRITE -> traffic(LoadPattern.WRITE, size);
            case LATENCY -> new FixedRateLatency(site, wrk, settings, progress).run(LoadPattern.HIT, size);
            case MISS_LATENCY -> new FixedRateLatency(site, wrk, settings, progress).run(LoadPattern.MISS, size);
            case START -> new StartTimes(site, settings, progress).run(size);
        };
    }

    String flameGraph(int size, Path file) throws IOException, InterruptedException, ServerUnavailableException {
        return new FlameGraph(site, wrk.forBodies(size), settings, progress).record(size, file);
    }

    private String traffic(LoadPattern traffic, int size)
            throws IOException, InterruptedException, ServerUnavailableException {
        return new ThroughputMeasurement(site, wrk.forBodies(size), settings, progress).run(traffic, size);
    }
}
