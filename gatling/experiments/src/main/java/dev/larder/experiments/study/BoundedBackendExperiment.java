package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.StudyClaim;
import dev.larder.experiments.StudyExperiment;
import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.MetricView;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Case study, figure 9 again, with a backend that works on 16 requests at once, as a pool of connections to a database does. */
public final class BoundedBackendExperiment implements StudyExperiment {

    @Override
    public String name() {
        return "bounded-backend";
    }

    @Override
    public String title() {
        return "Case study, figure 9, before a database of 16 connections";
    }

    @Override
    public StudyClaim claim() {
        return new StudyClaim(
                "caching did not help",
                "figure 9: " + StudyClaim.NOT_HANDED_OVER,
                "a database has so many connections and no more; here requests beyond the sixteenth wait for their turn, 5 ms each");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(6);
    }

    /** The short form makes do with the servers of the others. */
    private static ServerSpecification origin(ExperimentScale scale) {
        return scale.of(ServerSpecification.ORIGIN, ServerSpecification.DATABASE);
    }

    private static ServerSpecification larder(ExperimentScale scale) {
        return scale == ExperimentScale.SHORT
                ? GatewaySpecifications.plain(scale)
                : ServerSpecification.larder(
                        ServerSpecification.DATABASE, "before-database", CaseStudySetup.roomForAll());
    }

    @Override
    public List<ServerSpecification> servers(ExperimentScale scale) {
        return List.of(origin(scale), ServerSpecification.bareGateway(origin(scale)), larder(scale));
    }

    @Override
    public ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException {
        var mix = CaseStudySetup.mix(scale);
        var lines = CaseStudySetup.baseLines(origin(scale), larder(scale));
        var grid = new MeasurementGrid("clients");
        CaseStudySetup.warmUp(workspace, mix, lines, scale.of(0.1, 25.0));
        var steady = new WarmCacheMeasurement(workspace, mix, scale, "d");
        steady.fill(lines, CaseStudySetup.BACKEND_MILLIS);
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudySetup.counted(grid, repetition);
            for (int clients : scale.of(List.of(8), List.of(1, 2, 4, 8, 16, 32, 64))) {
                for (var line : CaseStudySetup.turns(lines, repetition)) {
                    var tally = steady.measure(line, CaseStudySetup.BACKEND_MILLIS, clients);
                    into.add(WarmCacheMeasurement.LATENCY, line.name(), clients, tally.meanMillis());
                }
            }
            workspace.progress().say("%s, round %d", name(), repetition);
        }
        return new ExperimentResults(
                grid,
                List.of(MetricView.of(WarmCacheMeasurement.LATENCY, "mean latency, ms", 2)
                        .wide()),
                "backend at 5 ms for 16 requests at once, warm caches: mean latency through Larder beside the bare backend's,"
                        + " least and most over all numbers of clients: "
                        + WarmCacheMeasurement.range(grid, CaseStudySetup.HIERARCHY) + " with room for all, "
                        + WarmCacheMeasurement.range(grid, CaseStudySetup.POOL) + " where a write drops its pool",
                List.of(
                        CaseStudySetup.upTo(grid, CaseStudySetup.HIERARCHY),
                        CaseStudySetup.upTo(grid, CaseStudySetup.POOL),
                        "The bare gateway's is " + WarmCacheMeasurement.range(grid, CaseStudySetup.BARE_GATEWAY)
                                + " of the bare backend's."),
                CaseStudySetup.ratios(grid, WarmCacheMeasurement.LATENCY, CaseStudySetup.BARE_BACKEND));
    }
}
