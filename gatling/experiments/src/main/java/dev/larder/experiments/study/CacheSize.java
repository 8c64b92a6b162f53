package dev.larder.experiments.study;

import dev.larder.experiments.Claim;
import dev.larder.experiments.Experiment;
import dev.larder.experiments.Scale;
import dev.larder.experiments.report.Figures;
import dev.larder.experiments.report.Grid;
import dev.larder.experiments.report.Numbers;
import dev.larder.experiments.report.Sufficiency;
import dev.larder.experiments.report.View;
import dev.larder.experiments.rig.Server;
import dev.larder.experiments.rig.Workspace;
import dev.larder.experiments.traffic.Limits;
import dev.larder.experiments.traffic.RestMix;
import dev.larder.experiments.traffic.Versions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Case study, figure 11: hit ratio over the size of the cache, simulated for all policies and live for some. */
public final class CacheSize implements Experiment {

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
    public Claim claim() {
        return new Claim(
                "asked, and not answered in what was handed over: how small may the cache be",
                "figure 11: " + Claim.NOT_HANDED_OVER,
                "the mix is generated, its sizes and popularity are not those of the study's service");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(7);
    }

    @Override
    public List<Server> servers(Scale scale) {
        return List.of(Server.ORIGIN, Gateways.shelves(scale));
    }

    private static List<String> live(Scale scale) {
        return scale.of(List.of("lru"), List.of("caffeine", "lru", "fifo", "gdsf", "larder"));
    }

    private static List<Double> livePercents(Scale scale) {
        return scale.of(List.of(10.0), List.of(0.1, 1.0, 5.0, 10.0, 20.0, 50.0, 100.0));
    }

    private static List<Double> percents(Scale scale) {
        return scale.of(List.of(10.0), List.of(0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0));
    }

    private static int requests(Scale scale) {
        return scale.of(300, 10_000);
    }

    /** A store for each live policy and size. */
    static List<String> stores(Scale scale) {
        var arguments = new ArrayList<String>();
        for (var policy : live(scale)) {
            for (double percent : livePercents(scale)) {
                arguments.addAll(
                        CaseStudy.store(prefix(policy, percent), policy, bytes(CaseStudy.mix(scale), percent)));
            }
        }
        return arguments;
    }

    private static String prefix(String policy, double percent) {
        return policy + "part" + (long) (percent * 10) + "z";
    }

    private static long bytes(RestMix mix, double percent) {
        return (long) (CaseStudy.stored(mix) * percent / PERCENT);
    }

    @Override
    public Figures run(Scale scale, Workspace workspace) throws IOException, InterruptedException {
        var mix = CaseStudy.mix(scale);
        var grid = new Grid("size, % of the footprint");
        for (var repetition = 1; repetition <= workspace.rounds(); repetition++) {
            simulate(scale, workspace, mix, repetition, grid);
            workspace.purge(Gateways.shelves(scale));
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

    private static void measure(Scale scale, Workspace workspace, String prefix, int repetition, Reading reading)
            throws IOException, InterruptedException {
        var calls = CaseStudy.mix(scale).calls(prefix + "r" + repetition, repetition, CaseStudy.latency(0));
        var tally = workspace.load(
                List.of(workspace.port(Gateways.shelves(scale))),
                CLIENTS,
                Limits.count(calls, requests(scale)),
                new Versions());
        reading.take(tally.hitRatio(), tally.byteHitRatio());
    }

    /** The same calls through every policy and size, by the simulator. */
    private static void simulate(Scale scale, Workspace workspace, RestMix mix, int repetition, Grid grid)
            throws IOException, InterruptedException {
        var trace = workspace.file(
                "mix-" + repetition + ".csv",
                mix.trace(repetition, requests(scale), CaseStudy.OVERHEAD).toList());
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

    private static List<String> simulator(Scale scale, Workspace workspace, Path trace, String sizes, Path out) {
        var policies = String.join(",", CaseStudy.policies(scale));
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

    private static Figures figures(Grid grid, RestMix mix) {
        var keeping = grid.lines(HITS).stream()
                .map(line -> line + " "
                        + Sufficiency.keeping(grid, HITS, line, KEPT).stream()
                                .mapToObj(percent -> Numbers.fixed(percent, 1) + " %")
                                .findFirst()
                                .orElse("none"))
                .collect(Collectors.joining(", "));
        return new Figures(
                grid,
                List.of(
                        View.of(HITS, "hit ratio", 3).wide(),
                        View.of(BYTES, "byte hit ratio", 3).wide()),
                "part of the footprint of " + Numbers.fixed(CaseStudy.stored(mix) / 1e6, 2)
                        + " MB that keeps 90 % of the hit ratio: " + keeping,
                List.of(
                        "Lines without more are the simulator's, with " + CaseStudy.OVERHEAD
                                + " bytes added to each body for what a gateway stores beside it; those called live are of a"
                                + " gateway, one store for each size, with the same requests from " + CLIENTS
                                + " clients.",
                        "A write invalidates its item. Live and simulated differ by "
                                + Numbers.fixed(difference(grid), 4) + " in hit ratio on average."));
    }

    private static double difference(Grid grid) {
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
