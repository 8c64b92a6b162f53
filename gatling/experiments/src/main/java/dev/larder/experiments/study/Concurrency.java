package dev.larder.experiments.study;

import dev.larder.experiments.Claim;
import dev.larder.experiments.Experiment;
import dev.larder.experiments.Scale;
import dev.larder.experiments.report.Figures;
import dev.larder.experiments.report.Grid;
import dev.larder.experiments.report.View;
import dev.larder.experiments.rig.Server;
import dev.larder.experiments.rig.Workspace;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Case study, figure 9: latency over clients at once, the caches being warm. */
public final class Concurrency implements Experiment {

    @Override
    public String name() {
        return "concurrency";
    }

    @Override
    public String title() {
        return "Case study, figure 9: over clients at once";
    }

    @Override
    public Claim claim() {
        return new Claim(
                "caching did not help; its TinyLFU took a mutex for every request",
                "figure 9: " + Claim.NOT_HANDED_OVER,
                "hits take no lock; what is no hit costs the gateway more than without a cache, and where many clients fill its one core"
                        + " that weighs more than the hits save");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(11);
    }

    @Override
    public List<Server> servers(Scale scale) {
        return List.of(Server.ORIGIN, Server.bareGateway(Server.ORIGIN), Gateways.contest(scale));
    }

    @Override
    public Figures run(Scale scale, Workspace workspace) throws IOException, InterruptedException {
        var mix = CaseStudy.mix(scale);
        var grid = new Grid("clients");
        CaseStudy.warmUp(workspace, mix, CaseStudy.lines(scale), scale.of(0.1, 2.0));
        workspace.purge(Gateways.contest(scale));
        var steady = new Steady(workspace, mix, scale, "c");
        steady.fill(CaseStudy.lines(scale), CaseStudy.BACKEND_MILLIS);
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudy.counted(grid, repetition);
            for (int clients : scale.of(List.of(1, 8), List.of(1, 2, 4, 8, 16, 32, 64))) {
                for (var line : CaseStudy.turns(CaseStudy.lines(scale), repetition)) {
                    var tally = steady.measure(line, CaseStudy.BACKEND_MILLIS, clients);
                    into.add(Steady.LATENCY, line.name(), clients, tally.meanMillis());
                    if (!CaseStudy.isBare(line.name())) {
                        into.add(Steady.HITS, line.name(), clients, tally.hitRatio());
                    }
                }
                workspace.progress().say("%s, round %d: %d clients", name(), repetition, clients);
            }
        }
        return figures(grid);
    }

    private static Figures figures(Grid grid) {
        var headline =
                "backend at 5 ms, warm caches: mean latency through Larder beside the bare backend's, least and most over"
                        + " all numbers of clients: " + Steady.range(grid, CaseStudy.HIERARCHY) + " with room for all, "
                        + Steady.range(grid, CaseStudy.POOL) + " where a write drops its pool; the bare gateway "
                        + Steady.range(grid, CaseStudy.BARE_GATEWAY);
        return new Figures(
                grid,
                List.of(
                        View.of(Steady.LATENCY, "mean latency, ms", 2).wide(),
                        View.of(Steady.HITS, "hit ratio", 3).wide()),
                headline,
                List.of(
                        CaseStudy.upTo(grid, CaseStudy.HIERARCHY),
                        CaseStudy.upTo(grid, CaseStudy.POOL),
                        "Hit ratios fall with the clients: each of them asks before the answers of the others have been stored.",
                        "Each reading is 0.7 s of the mix, which goes on where the last reading of that line has ended: with one"
                                + " client some 200 requests, so that policies .03 apart may be alike."),
                CaseStudy.ratios(grid, Steady.LATENCY, CaseStudy.BARE_BACKEND));
    }
}
