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

/** Case study, figure 9 again, with a backend that works on 16 requests at once, as a pool of connections to a database does. */
public final class BoundedBackend implements Experiment {

    @Override
    public String name() {
        return "bounded-backend";
    }

    @Override
    public String title() {
        return "Case study, figure 9, before a database of 16 connections";
    }

    @Override
    public Claim claim() {
        return new Claim(
                "caching did not help",
                "figure 9: " + Claim.NOT_HANDED_OVER,
                "a database has so many connections and no more; here requests beyond the sixteenth wait for their turn, 5 ms each");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(6);
    }

    /** The short form makes do with the servers of the others. */
    private static Server origin(Scale scale) {
        return scale.of(Server.ORIGIN, Server.DATABASE);
    }

    private static Server larder(Scale scale) {
        return scale == Scale.SHORT
                ? Gateways.plain(scale)
                : Server.larder(Server.DATABASE, "before-database", CaseStudy.roomForAll());
    }

    @Override
    public List<Server> servers(Scale scale) {
        return List.of(origin(scale), Server.bareGateway(origin(scale)), larder(scale));
    }

    @Override
    public Figures run(Scale scale, Workspace workspace) throws IOException, InterruptedException {
        var mix = CaseStudy.mix(scale);
        var lines = CaseStudy.baseLines(origin(scale), larder(scale));
        var grid = new Grid("clients");
        CaseStudy.warmUp(workspace, mix, lines, scale.of(0.1, 25.0));
        var steady = new Steady(workspace, mix, scale, "d");
        steady.fill(lines, CaseStudy.BACKEND_MILLIS);
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudy.counted(grid, repetition);
            for (int clients : scale.of(List.of(8), List.of(1, 2, 4, 8, 16, 32, 64))) {
                for (var line : CaseStudy.turns(lines, repetition)) {
                    var tally = steady.measure(line, CaseStudy.BACKEND_MILLIS, clients);
                    into.add(Steady.LATENCY, line.name(), clients, tally.meanMillis());
                }
            }
            workspace.progress().say("%s, round %d", name(), repetition);
        }
        return new Figures(
                grid,
                List.of(View.of(Steady.LATENCY, "mean latency, ms", 2).wide()),
                "backend at 5 ms for 16 requests at once, warm caches: mean latency through Larder beside the bare backend's,"
                        + " least and most over all numbers of clients: "
                        + Steady.range(grid, CaseStudy.HIERARCHY) + " with room for all, "
                        + Steady.range(grid, CaseStudy.POOL) + " where a write drops its pool",
                List.of(
                        CaseStudy.upTo(grid, CaseStudy.HIERARCHY),
                        CaseStudy.upTo(grid, CaseStudy.POOL),
                        "The bare gateway's is " + Steady.range(grid, CaseStudy.BARE_GATEWAY)
                                + " of the bare backend's."),
                CaseStudy.ratios(grid, Steady.LATENCY, CaseStudy.BARE_BACKEND));
    }
}
