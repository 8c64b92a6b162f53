package dev.larder.experiments.study;

import dev.larder.experiments.Claim;
import dev.larder.experiments.Experiment;
import dev.larder.experiments.Scale;
import dev.larder.experiments.report.Figures;
import dev.larder.experiments.report.Grid;
import dev.larder.experiments.report.Numbers;
import dev.larder.experiments.report.View;
import dev.larder.experiments.rig.Server;
import dev.larder.experiments.rig.Workspace;
import dev.larder.experiments.traffic.Call;
import dev.larder.experiments.traffic.Limits;
import dev.larder.experiments.traffic.Versions;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The API cache post: one endpoint with a database call of 200 ms, cached for 5 s, 200 connections. */
public final class HotKey implements Experiment {

    private static final String RATE = "requests per second";
    private static final String MEAN = "mean latency, ms";
    private static final String P50 = "median latency, ms";
    private static final String P99 = "99th percentile, ms";
    private static final String UNCACHED = "without a cache";
    private static final String LARDER = "Larder";
    private static final String FIRST = "Larder, not stored yet";
    private static final int CONNECTIONS = 200;
    private static final int SIZE = 1_000;
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    @Override
    public String name() {
        return "hot-key";
    }

    @Override
    public String title() {
        return "API cache post: one endpoint, 200 ms of database, 200 connections";
    }

    @Override
    public Claim claim() {
        return new Claim(
                "a cache in front of one endpoint multiplies its requests per second",
                "922, 3,507 and 9,731 requests/s (of which set-ups is " + Claim.NOT_HANDED_OVER
                        + "); a single request 240 ms against 13 ms",
                "200 connections that wait 200 ms each can make no more than 1,000 requests/s, whatever the machine; here all"
                        + " is loopback, a core for the gateway and one for load and origin");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(5);
    }

    @Override
    public List<Server> servers(Scale scale) {
        return List.of(Server.ORIGIN, Server.bareGateway(Server.ORIGIN), Gateways.plain(scale));
    }

    @Override
    public Figures run(Scale scale, Workspace workspace) throws IOException, InterruptedException {
        var grid = new Grid("connections");
        var origin = workspace.port(Server.ORIGIN);
        var gateway = workspace.port(Server.bareGateway(Server.ORIGIN));
        var larder = workspace.port(Gateways.plain(scale));
        many(workspace, new Grid("warm-up"), LARDER, larder, scale.of(2_000, 100_000));
        many(workspace, new Grid("warm-up"), CaseStudy.BARE_GATEWAY, gateway, scale.of(200, 5_000));
        for (var repetition = 1; repetition <= workspace.rounds(); repetition++) {
            many(workspace, grid, UNCACHED, origin, scale.of(400, 20_000));
            many(workspace, grid, CaseStudy.BARE_GATEWAY, gateway, scale.of(400, 20_000));
            workspace.purge(Gateways.plain(scale));
            many(workspace, grid, LARDER, larder, scale.of(5_000, 100_000));
            for (var single = 0; single < scale.of(1, 5); single++) {
                one(workspace, grid, UNCACHED, origin);
                one(workspace, grid, CaseStudy.BARE_GATEWAY, gateway);
                workspace.purge(Gateways.plain(scale));
                one(workspace, grid, FIRST, larder);
                one(workspace, grid, LARDER, larder);
            }
            workspace.progress().say("%s, round %d", name(), repetition);
        }
        return figures(grid, scale);
    }

    private static Iterator<Call> calls() {
        var call = Call.get("/items-hot/1?size=" + SIZE + "&max-age=5&latency=200", SIZE);
        return Stream.generate(() -> call).iterator();
    }

    private static void many(Workspace workspace, Grid grid, String line, int port, int requests)
            throws IOException, InterruptedException {
        var begin = System.nanoTime();
        var tally = workspace.load(List.of(port), CONNECTIONS, Limits.count(calls(), requests), new Versions());
        grid.add(RATE, line, CONNECTIONS, tally.calls() / ((System.nanoTime() - begin) / NANOS));
        grid.add(MEAN, line, CONNECTIONS, tally.meanMillis());
        grid.add(P50, line, CONNECTIONS, tally.percentileMillis(50));
        grid.add(P99, line, CONNECTIONS, tally.percentileMillis(99));
    }

    private static void one(Workspace workspace, Grid grid, String line, int port)
            throws IOException, InterruptedException {
        var tally = workspace.load(List.of(port), 1, Limits.count(calls(), 1), new Versions());
        grid.add(MEAN, line, 1, tally.meanMillis());
    }

    private static Figures figures(Grid grid, Scale scale) {
        return new Figures(
                grid,
                List.of(
                        View.of(RATE, RATE, 0).wide().steep(),
                        View.of(MEAN, MEAN, 2).wide().steep(),
                        View.of(P50, P50, 2).wide().steep(),
                        View.of(P99, P99, 2).wide().steep()),
                "requests/s without a cache " + median(grid, RATE, UNCACHED, CONNECTIONS, 0)
                        + ", through the bare gateway "
                        + median(grid, RATE, CaseStudy.BARE_GATEWAY, CONNECTIONS, 0) + ", through Larder "
                        + median(grid, RATE, LARDER, CONNECTIONS, 0) + "; a single request "
                        + median(grid, MEAN, FIRST, 1, 1)
                        + " ms when nothing is stored, " + median(grid, MEAN, LARDER, 1, 2) + " ms when it is",
                List.of(
                        "Larder answered " + Numbers.fixed(scale.of(5_000, 100_000), 0)
                                + " requests in each round, first of them 200 at once to an empty store; without a cache there were "
                                + Numbers.fixed(scale.of(400, 20_000), 0)
                                + " in each round, as their rate cannot depend on their number.",
                        "What is fresh for 5 s goes stale during a long run: then all wait again for one request of 200 ms.",
                        "Each single request has a connection of its own, which is opened before."));
    }

    private static String median(Grid grid, String metric, String line, double place, int decimals) {
        return Numbers.fixed(grid.median(metric, line, place).orElseThrow(), decimals);
    }
}
