package dev.larder.experiments.study;

import dev.larder.experiments.Claim;
import dev.larder.experiments.Experiment;
import dev.larder.experiments.Scale;
import dev.larder.experiments.report.Figures;
import dev.larder.experiments.report.Grid;
import dev.larder.experiments.report.Numbers;
import dev.larder.experiments.report.Ratios;
import dev.larder.experiments.report.View;
import dev.larder.experiments.rig.Server;
import dev.larder.experiments.rig.Workspace;
import dev.larder.experiments.traffic.Limits;
import dev.larder.experiments.traffic.RestMix;
import dev.larder.experiments.traffic.Tally;
import dev.larder.experiments.traffic.Versions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Case study, figures 6 to 8: what the first n requests to an empty cache took, and how many it answered. */
public final class RequestCount implements Experiment {

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
    public Claim claim() {
        return new Claim(
                "caching did not help: a hit cost as much as a call, and the policies made no difference",
                "figures 6 to 8: " + Claim.NOT_HANDED_OVER,
                "a hit no longer costs a call; the backend takes 5 ms, and stores for a tenth of the footprint make policies"
                        + " compete");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(10);
    }

    @Override
    public List<Server> servers(Scale scale) {
        return List.of(Server.ORIGIN, Server.bareGateway(Server.ORIGIN), Gateways.contest(scale));
    }

    @Override
    public Figures run(Scale scale, Workspace workspace) throws IOException, InterruptedException {
        var mix = CaseStudy.mix(scale);
        var lines = CaseStudy.lines(scale);
        var grid = new Grid("requests");
        CaseStudy.warmUp(workspace, mix, lines, scale.of(0.1, 2.0));
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudy.counted(grid, repetition);
            workspace.purge(Gateways.contest(scale));
            for (var line : CaseStudy.turns(lines, repetition)) {
                measure(workspace, mix, line, repetition, new Checkpoints(into, line.name(), places(scale)));
                workspace.progress().say("%s, round %d: %s", name(), repetition, line.name());
            }
        }
        return figures(grid, scale);
    }

    private static List<Integer> places(Scale scale) {
        return scale.of(List.of(100, 200), List.of(250, 500, 1_000, 2_500, 5_000, 10_000));
    }

    private static void measure(Workspace workspace, RestMix mix, Line line, int repetition, Checkpoints checkpoints)
            throws IOException, InterruptedException {
        var calls =
                mix.calls(line.prefix() + "r" + repetition, repetition, CaseStudy.latency(CaseStudy.BACKEND_MILLIS));
        workspace.observe(
                CaseStudy.ports(workspace, line),
                CLIENTS,
                Limits.count(calls, checkpoints.last()),
                new Versions(),
                (call, answer, nanos, stale) -> {
                    checkpoints.tally.add(call, answer, nanos, stale);
                    checkpoints.look();
                });
    }

    /** Reads the tally when so many requests have been answered. */
    private record Checkpoints(Grid grid, String line, List<Integer> places, Tally tally) {

        Checkpoints(Grid grid, String line, List<Integer> places) {
            this(grid, line, places, new Tally());
        }

        int last() {
            return places.get(places.size() - 1);
        }

        void look() {
            var calls = (int) tally.calls();
            if (places.contains(calls)) {
                grid.add(LATENCY, line, calls, tally.meanMillis());
                if (!CaseStudy.isBare(line)) {
                    grid.add(HITS, line, calls, tally.hitRatio());
                    grid.add(BYTES, line, calls, tally.byteHitRatio());
                }
            }
        }
    }

    private static Figures figures(Grid grid, Scale scale) {
        var last = places(scale).get(places(scale).size() - 1);
        var worst = grid.lines(LATENCY).stream()
                .filter(line -> !CaseStudy.isBare(line))
                .mapToDouble(line -> Ratios.worst(grid, LATENCY, line, CaseStudy.BARE_BACKEND, 0)
                        .orElseThrow())
                .max()
                .orElseThrow();
        var headline = String.format(
                "backend at 5 ms, %d clients: over the first %,d requests the mean latency through Larder is %s of the bare"
                        + " backend's with room for all, %s where a write drops its pool; at any count and with any policy %s"
                        + " at most",
                CLIENTS,
                last,
                ratio(grid, CaseStudy.HIERARCHY, last),
                ratio(grid, CaseStudy.POOL, last),
                Numbers.fixed(worst, 2));
        return new Figures(
                grid,
                List.of(
                        View.of(LATENCY, "mean latency of the first n requests, ms", 2)
                                .wide(),
                        View.of(HITS, "hit ratio of the first n requests", 3).wide(),
                        View.of(BYTES, "byte hit ratio of the first n requests", 3)
                                .wide()),
                headline,
                List.of(
                        "The mix: Zipf 0.99 over " + CaseStudy.mix(scale).endpoints()
                                + " endpoints in 40 pools, four reads to a write; every line gets the same requests.",
                        "Each policy rules a store of a tenth of what the whole mix takes; each round begins with empty stores"
                                + " and names that no policy has heard, and has its lines in another order.",
                        "Latency is that of all requests, writes included, which no cache shortens."),
                CaseStudy.ratios(grid, LATENCY, CaseStudy.BARE_BACKEND));
    }

    private static String ratio(Grid grid, String line, int place) {
        return Numbers.fixed(
                Ratios.at(grid, LATENCY, line, CaseStudy.BARE_BACKEND, place).orElseThrow(), 2);
    }
}
