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
import dev.larder.experiments.traffic.CaseStudyMix;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.RequestLimits;
import dev.larder.experiments.traffic.RequestStatistics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Case study, figures 6 to 8: what the first n requests to an empty cache took, and how many it answered. */
public final class RequestCountExperiment implements StudyExperiment {

    private static final String LATENCY = "mean latency";
    private static final String HITS = "hit ratio";
    private static final String BYTES = "byte hit ratio";
    private static final int CLIENTS = 8;

    @Override
    public String name() {
        return "request-count";
    }

    @Override
    public String title() {
        return "Case study, figures 6 to 8: over the number of requests";
    }

    @Override
    public StudyClaim claim() {
        return new StudyClaim(
                "caching did not help: a hit cost as much as a call, and the policies made no difference",
                "figures 6 to 8: " + StudyClaim.NOT_HANDED_OVER,
                "a hit no longer costs a call; the backend takes 5 ms, and stores for a tenth of the footprint make policies"
                        + " compete");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(10);
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
        var lines = CaseStudySetup.lines(scale);
        var grid = new MeasurementGrid("requests");
        CaseStudySetup.warmUp(workspace, mix, lines, scale.of(0.1, 2.0));
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudySetup.counted(grid, repetition);
            workspace.purge(GatewaySpecifications.contest(scale));
            for (var line : CaseStudySetup.turns(lines, repetition)) {
                measure(workspace, mix, line, repetition, new Checkpoints(into, line.name(), places(scale)));
                workspace.progress().say("%s, round %d: %s", name(), repetition, line.name());
            }
        }
        return figures(grid, scale);
    }

    private static List<Integer> places(ExperimentScale scale) {
        return scale.of(List.of(100, 200), List.of(250, 500, 1_000, 2_500, 5_000, 10_000));
    }

    private static void measure(
            ExperimentWorkspace workspace, CaseStudyMix mix, PlotLine line, int repetition, Checkpoints checkpoints)
            throws IOException, InterruptedException {
        var calls = mix.calls(
                line.prefix() + "r" + repetition, repetition, CaseStudySetup.latency(CaseStudySetup.BACKEND_MILLIS));
        workspace.observe(
                CaseStudySetup.ports(workspace, line),
                CLIENTS,
                RequestLimits.count(calls, checkpoints.last()),
                new ExpectedVersions(),
                (call, answer, nanos, stale) -> {
                    checkpoints.tally.add(call, answer, nanos, stale);
                    checkpoints.look();
                });
    }

    /** Reads the tally when so many requests have been answered. */
    private record Checkpoints(MeasurementGrid grid, String line, List<Integer> places, RequestStatistics tally) {

        Checkpoints(MeasurementGrid grid, String line, List<Integer> places) {
            this(grid, line, places, new RequestStatistics());
        }

        int last() {
            return places.get(places.size() - 1);
        }

        void look() {
            var calls = (int) tally.calls();
            if (places.contains(calls)) {
                grid.add(LATENCY, line, calls, tally.meanMillis());
                if (!CaseStudySetup.isBare(line)) {
                    grid.add(HITS, line, calls, tally.hitRatio());
                    grid.add(BYTES, line, calls, tally.byteHitRatio());
                }
            }
        }
    }

    private static ExperimentResults figures(MeasurementGrid grid, ExperimentScale scale) {
        var last = places(scale).get(places(scale).size() - 1);
        var worst = grid.lines(LATENCY).stream()
                .filter(line -> !CaseStudySetup.isBare(line))
                .mapToDouble(line -> PlotLineRatios.worst(grid, LATENCY, line, CaseStudySetup.BARE_BACKEND, 0)
                        .orElseThrow())
                .max()
                .orElseThrow();
        var headline = String.format(
                "backend at 5 ms, %d clients: over the first %,d requests the mean latency through Larder is %s of the bare"
                        + " backend's with room for all, %s where a write drops its pool; at any count and with any policy %s"
                        + " at most",
                CLIENTS,
                last,
                ratio(grid, CaseStudySetup.HIERARCHY, last),
                ratio(grid, CaseStudySetup.POOL, last),
                NumberFormats.fixed(worst, 2));
        return new ExperimentResults(
                grid,
                List.of(
                        MetricView.of(LATENCY, "mean latency of the first n requests, ms", 2)
                                .wide(),
                        MetricView.of(HITS, "hit ratio of the first n requests", 3)
                                .wide(),
                        MetricView.of(BYTES, "byte hit ratio of the first n requests", 3)
                                .wide()),
                headline,
                List.of(
                        "The mix: Zipf 0.99 over " + CaseStudySetup.mix(scale).endpoints()
                                + " endpoints in 40 pools, four reads to a write; every line gets the same requests.",
                        "Each policy rules a store of a tenth of what the whole mix takes; each round begins with empty stores"
                                + " and names that no policy has heard, and has its lines in another order.",
                        "Latency is that of all requests, writes included, which no cache shortens."),
                CaseStudySetup.ratios(grid, LATENCY, CaseStudySetup.BARE_BACKEND));
    }

    private static String ratio(MeasurementGrid grid, String line, int place) {
        return NumberFormats.fixed(
                PlotLineRatios.at(grid, LATENCY, line, CaseStudySetup.BARE_BACKEND, place)
                        .orElseThrow(),
                2);
    }
}
