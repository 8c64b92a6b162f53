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

/** Case study, figure 9: latency over clients at once, the caches being warm. */
public final class ConcurrencyExperiment implements StudyExperiment {

    @Override
    public String name() {
        return "concurrency";
    }

    @Override
    public String title() {
        return "Case study, figure 9: over clients at once";
    }

    @Override
    public StudyClaim claim() {
        return new StudyClaim(
                "caching did not help; its TinyLFU took a mutex for every request",
                "figure 9: " + StudyClaim.NOT_HANDED_OVER,
                "hits take no lock; what is no hit costs the gateway more than without a cache, and where many clients fill its one core"
                        + " that weighs more than the hits save");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(11);
    }

    @Override
    public List<ServerSpecification> servers(ExperimentScale scale) {
        return List.of(
                ServerSpecification.ORIGIN,
                ServerSpecification.bareGateway(ServerSpecification.ORIGIN),
                GatewaySpecifications.contest(scale));
    }

    @Override
    public ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException {
        var mix = CaseStudySetup.mix(scale);
        var grid = new MeasurementGrid("clients");
        CaseStudySetup.warmUp(workspace, mix, CaseStudySetup.lines(scale), scale.of(0.1, 2.0));
        workspace.purge(GatewaySpecifications.contest(scale));
        var steady = new WarmCacheMeasurement(workspace, mix, scale, "c");
        steady.fill(CaseStudySetup.lines(scale), CaseStudySetup.BACKEND_MILLIS);
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudySetup.counted(grid, repetition);
            for (int clients : scale.of(List.of(1, 8), List.of(1, 2, 4, 8, 16, 32, 64))) {
                for (var line : CaseStudySetup.turns(CaseStudySetup.lines(scale), repetition)) {
                    var tally = steady.measure(line, CaseStudySetup.BACKEND_MILLIS, clients);
                    into.add(WarmCacheMeasurement.LATENCY, line.name(), clients, tally.meanMillis());
                    if (!CaseStudySetup.isBare(line.name())) {
                        into.add(WarmCacheMeasurement.HITS, line.name(), clients, tally.hitRatio());
                    }
                }
                workspace.progress().say("%s, round %d: %d clients", name(), repetition, clients);
            }
        }
        return figures(grid);
    }

    private static ExperimentResults figures(MeasurementGrid grid) {
        var headline =
                "backend at 5 ms, warm caches: mean latency through Larder beside the bare backend's, least and most over"
                        + " all numbers of clients: " + WarmCacheMeasurement.range(grid, CaseStudySetup.HIERARCHY)
                        + " with room for all, "
                        + WarmCacheMeasurement.range(grid, CaseStudySetup.POOL)
                        + " where a write drops its pool; the bare gateway "
                        + WarmCacheMeasurement.range(grid, CaseStudySetup.BARE_GATEWAY);
        return new ExperimentResults(
                grid,
                List.of(
                        MetricView.of(WarmCacheMeasurement.LATENCY, "mean latency, ms", 2)
                                .wide(),
                        MetricView.of(WarmCacheMeasurement.HITS, "hit ratio", 3).wide()),
                headline,
                List.of(
                        CaseStudySetup.upTo(grid, CaseStudySetup.HIERARCHY),
                        CaseStudySetup.upTo(grid, CaseStudySetup.POOL),
                        "Hit ratios fall with the clients: each of them asks before the answers of the others have been stored.",
                        "Each reading is 0.7 s of the mix, which goes on where the last reading of that line has ended: with one"
                                + " client some 200 requests, so that policies .03 apart may be alike."),
                CaseStudySetup.ratios(grid, WarmCacheMeasurement.LATENCY, CaseStudySetup.BARE_BACKEND));
    }
}
