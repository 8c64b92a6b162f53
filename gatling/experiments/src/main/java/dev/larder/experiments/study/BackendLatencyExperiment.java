package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.StudyClaim;
import dev.larder.experiments.StudyExperiment;
import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.MetricView;
import dev.larder.experiments.report.NumberFormats;
import dev.larder.experiments.report.PlotLineRatios;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** From which latency of the backend on a cache before it makes the mix faster. */
public final class BackendLatencyExperiment implements StudyExperiment {

    private static final String LATENCY = "mean latency, clients: ";
    private static final double SLOW = 5;

    @Override
    public String name() {
        return "backend-latency";
    }

    @Override
    public String title() {
        return "Case study: from which backend latency on caching helps";
    }

    @Override
    public StudyClaim claim() {
        return new StudyClaim(
                "caching did not help",
                "break-even latency of the backend: " + StudyClaim.NOT_HANDED_OVER,
                "the study says a hit cost as much as a call; here the backend's latency is varied. With 64 clients the gateway's one core"
                        + " is full, and the backend, which has no bound here, is not");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(9);
    }

    @Override
    public List<ServerSpecification> servers(ExperimentScale scale) {
        return List.of(
                ServerSpecification.ORIGIN,
                ServerSpecification.bareGateway(ServerSpecification.ORIGIN),
                GatewaySpecifications.plain(scale));
    }

    @Override
    public ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException {
        var mix = CaseStudySetup.mix(scale);
        var lines = CaseStudySetup.baseLines(ServerSpecification.ORIGIN, GatewaySpecifications.plain(scale));
        var grid = new MeasurementGrid("latency of the backend, ms");
        CaseStudySetup.warmUp(workspace, mix, lines, scale.of(0.1, 8.0));
        var steady = new WarmCacheMeasurement(workspace, mix, scale, "b");
        for (double millis : latencies(scale)) {
            steady.fill(lines, millis);
        }
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudySetup.counted(grid, repetition);
            for (double millis : latencies(scale)) {
                for (int clients : clients(scale)) {
                    for (var line : CaseStudySetup.turns(lines, repetition)) {
                        var tally = steady.measure(line, millis, clients);
                        into.add(LATENCY + clients, line.name(), millis, tally.meanMillis());
                    }
                }
                workspace.progress().say("%s, round %d: %s ms", name(), repetition, NumberFormats.plain(millis));
            }
        }
        return figures(grid, scale);
    }

    private static List<Double> latencies(ExperimentScale scale) {
        return scale.of(List.of(0.0, 5.0), List.of(0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0));
    }

    private static List<Integer> clients(ExperimentScale scale) {
        return scale.of(List.of(8), List.of(1, 8, 64));
    }

    private static ExperimentResults figures(MeasurementGrid grid, ExperimentScale scale) {
        var remarks = new ArrayList<String>();
        var evens = new ArrayList<String>();
        for (int clients : clients(scale)) {
            var metric = LATENCY + clients;
            evens.add(even(grid, metric, CaseStudySetup.HIERARCHY) + " with " + clients + " clients ("
                    + even(grid, metric, CaseStudySetup.POOL) + " where a write drops its pool)");
            for (var line : List.of(CaseStudySetup.HIERARCHY, CaseStudySetup.POOL, CaseStudySetup.BARE_GATEWAY)) {
                remarks.add(line + ", " + clients + " clients: from 5 ms on at most "
                        + NumberFormats.fixed(
                                PlotLineRatios.worst(grid, metric, line, CaseStudySetup.BARE_BACKEND, SLOW)
                                        .orElseThrow(),
                                2)
                        + " of the bare backend's mean latency.");
            }
        }
        remarks.add(
                "The backend works on as many requests at once as there are: it has no bound that a cache would relieve.");
        var views = clients(scale).stream()
                .map(clients -> MetricView.of(LATENCY + clients, "mean latency, ms, clients: " + clients, 2)
                        .steep())
                .toList();
        return new ExperimentResults(
                grid,
                views,
                "the mix is faster through Larder from this latency of the backend on: " + String.join(", ", evens),
                remarks,
                clients(scale).stream()
                        .map(clients -> CaseStudySetup.ratios(grid, LATENCY + clients, CaseStudySetup.BARE_BACKEND))
                        .collect(Collectors.joining("\n")));
    }

    private static String even(MeasurementGrid grid, String metric, String line) {
        var from = PlotLineRatios.below(grid, metric, line, CaseStudySetup.BARE_BACKEND);
        if (from.isEmpty()) {
            return "none up to "
                    + NumberFormats.plain(grid.places(metric).stream()
                            .mapToDouble(Double::doubleValue)
                            .max()
                            .orElse(0))
                    + " ms";
        }
        return NumberFormats.fixed(from.getAsDouble(), 1) + " ms";
    }
}
