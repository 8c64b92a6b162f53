package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.StudyClaim;
import dev.larder.experiments.StudyExperiment;
import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.MetricView;
import dev.larder.experiments.report.NumberFormats;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.ExperimentRequest;
import dev.larder.experiments.traffic.RequestLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The API cache post: one endpoint with a database call of 200 ms, cached for 5 s, 200 connections. */
public final class HotKeyExperiment implements StudyExperiment {

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
    public StudyClaim claim() {
        return new StudyClaim(
                "a cache in front of one endpoint multiplies its requests per second",
                "922, 3,507 and 9,731 requests/s (of which set-ups is " + StudyClaim.NOT_HANDED_OVER
                        + "); a single request 240 ms against 13 ms",
                "200 connections that wait 200 ms each can make no more than 1,000 requests/s, whatever the machine; here all"
                        + " is loopback, a core for the gateway and one for load and origin");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(5);
    }

    @Override
    public List<ServerSpecification> servers(ExperimentScale scale) {
        return List.of(
                ServerSpecification.ORIGIN,
                ServerSpecification.bareGateway(ServerSpecification.ORIGIN),
                GatewaySpecifications.plain(scale));
    }

    @Override
    public ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException {
        var grid = new MeasurementGrid("connections");
        var origin = workspace.port(ServerSpecification.ORIGIN);
        var gateway = workspace.port(ServerSpecification.bareGateway(ServerSpecification.ORIGIN));
        var larder = workspace.port(GatewaySpecifications.plain(scale));
        many(workspace, new MeasurementGrid("warm-up"), LARDER, larder, scale.of(2_000, 100_000));
        many(workspace, new MeasurementGrid("warm-up"), CaseStudySetup.BARE_GATEWAY, gateway, scale.of(200, 5_000));
        for (var repetition = 1; repetition <= workspace.rounds(); repetition++) {
            many(workspace, grid, UNCACHED, origin, scale.of(400, 20_000));
            many(workspace, grid, CaseStudySetup.BARE_GATEWAY, gateway, scale.of(400, 20_000));
            workspace.purge(GatewaySpecifications.plain(scale));
            many(workspace, grid, LARDER, larder, scale.of(5_000, 100_000));
            for (var single = 0; single < scale.of(1, 5); single++) {
                one(workspace, grid, UNCACHED, origin);
                one(workspace, grid, CaseStudySetup.BARE_GATEWAY, gateway);
                workspace.purge(GatewaySpecifications.plain(scale));
                one(workspace, grid, FIRST, larder);
                one(workspace, grid, LARDER, larder);
            }
            workspace.progress().say("%s, round %d", name(), repetition);
        }
        return figures(grid, scale);
    }

    private static Iterator<ExperimentRequest> calls() {
        var call = ExperimentRequest.get("/items-hot/1?size=" + SIZE + "&max-age=5&latency=200", SIZE);
        return Stream.generate(() -> call).iterator();
    }

    private static void many(ExperimentWorkspace workspace, MeasurementGrid grid, String line, int port, int requests)
            throws IOException, InterruptedException {
        var begin = System.nanoTime();
        var tally = workspace.load(
                List.of(port), CONNECTIONS, RequestLimits.count(calls(), requests), new ExpectedVersions());
        grid.add(RATE, line, CONNECTIONS, tally.calls() / ((System.nanoTime() - begin) / NANOS));
        grid.add(MEAN, line, CONNECTIONS, tally.meanMillis());
        grid.add(P50, line, CONNECTIONS, tally.percentileMillis(50));
        grid.add(P99, line, CONNECTIONS, tally.percentileMillis(99));
    }

    private static void one(ExperimentWorkspace workspace, MeasurementGrid grid, String line, int port)
            throws IOException, InterruptedException {
        var tally = workspace.load(List.of(port), 1, RequestLimits.count(calls(), 1), new ExpectedVersions());
        grid.add(MEAN, line, 1, tally.meanMillis());
    }

    private static ExperimentResults figures(MeasurementGrid grid, ExperimentScale scale) {
        return new ExperimentResults(
                grid,
                List.of(
                        MetricView.of(RATE, RATE, 0).wide().steep(),
                        MetricView.of(MEAN, MEAN, 2).wide().steep(),
                        MetricView.of(P50, P50, 2).wide().steep(),
                        MetricView.of(P99, P99, 2).wide().steep()),
                "requests/s without a cache " + median(grid, RATE, UNCACHED, CONNECTIONS, 0)
                        + ", through the bare gateway "
                        + median(grid, RATE, CaseStudySetup.BARE_GATEWAY, CONNECTIONS, 0) + ", through Larder "
                        + median(grid, RATE, LARDER, CONNECTIONS, 0) + "; a single request "
                        + median(grid, MEAN, FIRST, 1, 1)
                        + " ms when nothing is stored, " + median(grid, MEAN, LARDER, 1, 2) + " ms when it is",
                List.of(
                        "Larder answered " + NumberFormats.fixed(scale.of(5_000, 100_000), 0)
                                + " requests in each round, first of them 200 at once to an empty store; without a cache there were "
                                + NumberFormats.fixed(scale.of(400, 20_000), 0)
                                + " in each round, as their rate cannot depend on their number.",
                        "What is fresh for 5 s goes stale during a long run: then all wait again for one request of 200 ms.",
                        "Each single request has a connection of its own, which is opened before."));
    }

    private static String median(MeasurementGrid grid, String metric, String line, double place, int decimals) {
        return NumberFormats.fixed(grid.median(metric, line, place).orElseThrow(), decimals);
    }
}
