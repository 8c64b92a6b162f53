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
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** From which latency of the backend on a cache before it makes the mix faster. */
public final class BackendLatency implements Experiment {

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
    public Claim claim() {
        return new Claim(
                "caching did not help",
                "break-even latency of the backend: " + Claim.NOT_HANDED_OVER,
                "the study says a hit cost as much as a call; here the backend's latency is varied. With 64 clients the gateway's one core"
                        + " is full, and the backend, which has no bound here, is not");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(9);
    }

    @Override
    public List<Server> servers(Scale scale) {
        return List.of(Server.ORIGIN, Server.bareGateway(Server.ORIGIN), Gateways.plain(scale));
    }

    @Override
    public Figures run(Scale scale, Workspace workspace) throws IOException, InterruptedException {
        var mix = CaseStudy.mix(scale);
        var lines = CaseStudy.baseLines(Server.ORIGIN, Gateways.plain(scale));
        var grid = new Grid("latency of the backend, ms");
        CaseStudy.warmUp(workspace, mix, lines, scale.of(0.1, 8.0));
        var steady = new Steady(workspace, mix, scale, "b");
        for (double millis : latencies(scale)) {
            steady.fill(lines, millis);
        }
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudy.counted(grid, repetition);
            for (double millis : latencies(scale)) {
                for (int clients : clients(scale)) {
                    for (var line : CaseStudy.turns(lines, repetition)) {
                        var tally = steady.measure(line, millis, clients);
                        into.add(LATENCY + clients, line.name(), millis, tally.meanMillis());
                    }
                }
                workspace.progress().say("%s, round %d: %s ms", name(), repetition, Numbers.plain(millis));
            }
        }
        return figures(grid, scale);
    }

    private static List<Double> latencies(Scale scale) {
        return scale.of(List.of(0.0, 5.0), List.of(0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0));
    }

    private static List<Integer> clients(Scale scale) {
        return scale.of(List.of(8), List.of(1, 8, 64));
    }

    private static Figures figures(Grid grid, Scale scale) {
        var remarks = new ArrayList<String>();
        var evens = new ArrayList<String>();
        for (int clients : clients(scale)) {
            var metric = LATENCY + clients;
            evens.add(even(grid, metric, CaseStudy.HIERARCHY) + " with " + clients + " clients ("
                    + even(grid, metric, CaseStudy.POOL) + " where a write drops its pool)");
            for (var line : List.of(CaseStudy.HIERARCHY, CaseStudy.POOL, CaseStudy.BARE_GATEWAY)) {
                remarks.add(line + ", " + clients + " clients: from 5 ms on at most "
                        + Numbers.fixed(
                                Ratios.worst(grid, metric, line, CaseStudy.BARE_BACKEND, SLOW)
                                        .orElseThrow(),
                                2)
                        + " of the bare backend's mean latency.");
            }
        }
        remarks.add(
                "The backend works on as many requests at once as there are: it has no bound that a cache would relieve.");
        var views = clients(scale).stream()
                .map(clients -> View.of(LATENCY + clients, "mean latency, ms, clients: " + clients, 2)
                        .steep())
                .toList();
        return new Figures(
                grid,
                views,
                "the mix is faster through Larder from this latency of the backend on: " + String.join(", ", evens),
                remarks,
                clients(scale).stream()
                        .map(clients -> CaseStudy.ratios(grid, LATENCY + clients, CaseStudy.BARE_BACKEND))
                        .collect(Collectors.joining("\n")));
    }

    private static String even(Grid grid, String metric, String line) {
        var from = Ratios.below(grid, metric, line, CaseStudy.BARE_BACKEND);
        if (from.isEmpty()) {
            return "none up to "
                    + Numbers.plain(grid.places(metric).stream()
                            .mapToDouble(Double::doubleValue)
                            .max()
                            .orElse(0))
                    + " ms";
        }
        return Numbers.fixed(from.getAsDouble(), 1) + " ms";
    }
}
