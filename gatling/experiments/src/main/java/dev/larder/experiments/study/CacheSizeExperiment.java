package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.StudyClaim;
import dev.larder.experiments.StudyExperiment;
import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.MetricView;
import dev.larder.experiments.report.NumberFormats;
import dev.larder.experiments.report.SufficientCacheSize;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import dev.larder.experiments.traffic.CaseStudyMix;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.RequestLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Case study, figure 11: hit ratio over the size of the cache, simulated for all policies and live for some. */
public final class CacheSizeExperiment implements StudyExperiment {

    private static final String HITS = "hit ratio";
    private static final String BYTES = "byte hit ratio";
    private static final String LIVE = ", live";
    private static final double KEPT = 0.9;
    private static final double PERCENT = 100;
    private static final int CLIENTS = 8;

    @Override
    public String name() {
        return "cache-size";
    }

    @Override
    public String title() {
        return "Case study, figure 11: hit ratio over the size of the cache";
    }

    @Override
    public StudyClaim claim() {
        return new StudyClaim(
                "asked, and not answered in what was handed over: how small may the cache be",
                "figure 11: " + StudyClaim.NOT_HANDED_OVER,
                "the mix is generated, its sizes and popularity are not those of the study's service");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(7);
    }

    @Override
    public List<ServerSpecification> servers(ExperimentScale scale) {
        return List.of(ServerSpecification.ORIGIN, GatewaySpecifications.shelves(scale));
    }

    private static List<String> live(ExperimentScale scale) {
        return scale.of(List.of("lru"), List.of("caffeine", "lru", "fifo", "gdsf", "larder"));
    }

    private static List<Double> livePercents(ExperimentScale scale) {
        return scale.of(List.of(10.0), List.of(0.1, 1.0, 5.0, 10.0, 20.0, 50.0, 100.0));
    }

    private static List<Double> percents(ExperimentScale scale) {
        return scale.of(List.of(10.0), List.of(0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0));
    }

    private static int requests(ExperimentScale scale) {
        return scale.of(300, 10_000);
    }

    /** A store for each live policy and size. */
    static List<String> stores(ExperimentScale scale) {
        var arguments = new ArrayList<String>();
        for (var policy : live(scale)) {
            for (double percent : livePercents(scale)) {
                arguments.addAll(CaseStudySetup.store(
                        prefix(policy, percent), policy, bytes(CaseStudySetup.mix(scale), percent)));
            }
        }
        return arguments;
    }

    private static String prefix(String policy, double percent) {
        return policy + "part" + (long) (percent * 10) + "z";
    }

    private static long bytes(CaseStudyMix mix, double percent) {
        return (long) (CaseStudySetup.stored(mix) * percent / PERCENT);
    }

    @Override
    public ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException {
        var mix = CaseStudySetup.mix(scale);
        var grid = new MeasurementGrid("size, % of the footprint");
        for (var repetition = 1; repetition <= workspace.rounds(); repetition++) {
            simulate(scale, workspace, mix, repetition, grid);
            workspace.purge(GatewaySpecifications.shelves(scale));
            for (var policy : live(scale)) {
                for (double percent : livePercents(scale)) {
                    measure(scale, workspace, prefix(policy, percent), repetition, (hits, bytes) -> {
                        grid.add(HITS, policy + LIVE, percent, hits);
                        grid.add(BYTES, policy + LIVE, percent, bytes);
                    });
                }
                workspace.progress().say("%s, round %d: %s", name(), repetition, policy);
            }
        }
        return figures(grid, mix);
    }

    private interface Reading {
        void take(double hits, double bytes);
    }

    private static void measure(
            ExperimentScale scale, ExperimentWorkspace workspace, String prefix, int repetition, Reading reading)
            throws IOException, InterruptedException {
        var calls = CaseStudySetup.mix(scale).calls(prefix + "r" + repetition, repetition, CaseStudySetup.latency(0));
        var tally = workspace.load(
                List.of(workspace.port(GatewaySpecifications.shelves(scale))),
                CLIENTS,
                RequestLimits.count(calls, requests(scale)),
                new ExpectedVersions());
        reading.take(tally.hitRatio(), tally.byteHitRatio());
    }

    /** The same calls through every policy and size, by the simulator. */
    private static void simulate(
            ExperimentScale scale,
            ExperimentWorkspace workspace,
            CaseStudyMix mix,
            int repetition,
            MeasurementGrid grid)
            throws IOException, InterruptedException {
        var trace = workspace.file(
                "mix-" + repetition + ".csv",
                mix.trace(repetition, requests(scale), CaseStudySetup.OVERHEAD).toList());
        var out = trace.resolveSibling("simulated-" + repetition + ".csv");
        var sizes = percents(scale).stream()
                .map(percent -> String.valueOf(bytes(mix, percent)))
                .collect(Collectors.joining(","));
        workspace.program("simulator", simulator(scale, workspace, trace, sizes, out), Duration.ofMinutes(5));
        for (var row : SimulatorOutput.read(out)) {
            percents(scale).stream()
                    .filter(percent -> bytes(mix, percent) == row.capacity())
                    .forEach(percent -> {
                        grid.add(HITS, row.policy(), percent, row.hitRatio());
                        grid.add(BYTES, row.policy(), percent, row.byteHitRatio());
                    });
        }
    }

    private static List<String> simulator(
            ExperimentScale scale, ExperimentWorkspace workspace, Path trace, String sizes, Path out) {
        var policies = String.join(",", CaseStudySetup.policies(scale));
        return workspace
                .programs()
                .java()
                .jar(
                        workspace.programs().simulator(),
                        "--trace=" + trace,
                        "--policy=" + policies,
                        "--size=" + sizes,
                        "--writes=invalidate-key",
                        "--out=" + out);
    }

    private static ExperimentResults figures(MeasurementGrid grid, CaseStudyMix mix) {
        var keeping = grid.lines(HITS).stream()
                .map(line -> line + " "
                        + SufficientCacheSize.keeping(grid, HITS, line, KEPT).stream()
                                .mapToObj(percent -> NumberFormats.fixed(percent, 1) + " %")
                                .findFirst()
                                .orElse("none"))
                .collect(Collectors.joining(", "));
        return new ExperimentResults(
                grid,
                List.of(
                        MetricView.of(HITS, "hit ratio", 3).wide(),
                        MetricView.of(BYTES, "byte hit ratio", 3).wide()),
                "part of the footprint of " + NumberFormats.fixed(CaseStudySetup.stored(mix) / 1e6, 2)
                        + " MB that keeps 90 % of the hit ratio: " + keeping,
                List.of(
                        "Lines without more are the simulator's, with " + CaseStudySetup.OVERHEAD
                                + " bytes added to each body for what a gateway stores beside it; those called live are of a"
                                + " gateway, one store for each size, with the same requests from " + CLIENTS
                                + " clients.",
                        "A write invalidates its item. Live and simulated differ by "
                                + NumberFormats.fixed(difference(grid), 4) + " in hit ratio on average."));
    }

    private static double difference(MeasurementGrid grid) {
        return grid.lines(HITS).stream()
                .filter(line -> line.endsWith(LIVE))
                .flatMap(line -> grid.places(HITS).stream()
                        .filter(place -> grid.median(HITS, line, place).isPresent())
                        .map(place -> Math.abs(grid.median(HITS, line, place).orElseThrow()
                                - grid.median(HITS, line.replace(LIVE, ""), place)
                                        .orElseThrow())))
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }
}
