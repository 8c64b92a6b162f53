package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.StudyClaim;
import dev.larder.experiments.StudyExperiment;
import dev.larder.experiments.path.LatencyRelay;
import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.MetricView;
import dev.larder.experiments.report.NumberFormats;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.ExperimentRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Web caching study: a large object over a long path, freshness as the origin states it, and sequences of five objects. */
public final class WebCachingExperiment implements StudyExperiment {

    private static final String SECONDS = "seconds";
    private static final String UNCACHED = "without a cache";
    private static final String CACHED = "Larder";
    private static final String RELAY = "relay";
    private static final int LARGE = 87;
    private static final int TIMES = 5;
    private static final int WINDOW = 4 * 1024 * 1024;
    private static final Duration ROUND_TRIP = Duration.ofMillis(70);
    private static final double MILLIS = 1e3;

    @Override
    public String name() {
        return "web-caching";
    }

    @Override
    public String title() {
        return "Web caching study: 87 MB over a path of 70 ms, freshness, five objects";
    }

    @Override
    public StudyClaim claim() {
        return new StudyClaim(
                "a cache shortens the way to a large object; max-age wins over Expires; which of five objects stay is as FIFO"
                        + " and LRU say",
                "times for the object of 87 MB: " + StudyClaim.NOT_HANDED_OVER,
                "the path is a relay that delays every byte by 35 ms in each direction, with a window of 4 MB; the path of"
                        + " the study has not been handed over");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(3);
    }

    @Override
    public List<ServerSpecification> servers(ExperimentScale scale) {
        return Stream.concat(
                        Stream.of(ServerSpecification.ORIGIN),
                        policies(scale).stream().map(policy -> disk(scale, policy)))
                .toList();
    }

    static List<String> policies(ExperimentScale scale) {
        return scale.of(List.of("lru"), List.of("lru", "fifo"));
    }

    static ServerSpecification disk(ExperimentScale scale, String policy) {
        return ServerSpecification.larderBefore(
                RELAY,
                "disk-" + policy,
                List.of(
                        "--larder.store.type=disk",
                        "--larder.store.max-object-size=64KB",
                        "--larder.disk.path={scratch}/disk-" + policy,
                        "--larder.disk.policy=" + policy,
                        "--larder.disk.max-size="
                                + (ObjectSequenceCheck.CAPACITY * unit(scale) + ObjectSequenceCheck.ALLOWANCE) + "B",
                        "--larder.disk.max-object-size=" + 128 * unit(scale) + "B"));
    }

    /** Bytes that stand for a megabyte. */
    static long unit(ExperimentScale scale) {
        return scale.of(10_240L, 1_048_576L);
    }

    @Override
    public ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException {
        var grid = new MeasurementGrid("how often it has been asked for");
        try (var relay = new LatencyRelay(
                workspace.port(RELAY), workspace.port(ServerSpecification.ORIGIN.listens()), ROUND_TRIP, WINDOW)) {
            for (var repetition = 1; repetition <= workspace.rounds(); repetition++) {
                for (var nth = 1; nth <= TIMES; nth++) {
                    var call = large(scale, repetition);
                    grid.add(SECONDS, UNCACHED, nth, seconds(workspace, relay.port(), call));
                    grid.add(SECONDS, CACHED, nth, seconds(workspace, workspace.port(disk(scale, "lru")), call));
                }
                workspace.progress().say("%s, round %d: %d MB", name(), repetition, LARGE);
            }
            var freshness = StatedFreshnessCheck.look(workspace, workspace.port(disk(scale, "lru")));
            workspace.progress().say("%s: freshness", name());
            var sequences = new ObjectSequenceCheck(scale, workspace).table();
            return figures(grid, freshness, sequences);
        }
    }

    private static ExperimentRequest large(ExperimentScale scale, int repetition) {
        var size = LARGE * unit(scale);
        return ExperimentRequest.get("/items-large/" + repetition + "?size=" + size + "&max-age=3600", size);
    }

    private static double seconds(ExperimentWorkspace workspace, int port, ExperimentRequest call)
            throws IOException, InterruptedException {
        return workspace
                        .load(List.of(port), 1, List.of(call).iterator(), new ExpectedVersions())
                        .meanMillis()
                / MILLIS;
    }

    private static ExperimentResults figures(
            MeasurementGrid grid,
            StatedFreshnessCheck.FreshnessCheckResult freshness,
            ObjectSequenceCheck.Outcome sequences) {
        var without = grid.median(SECONDS, UNCACHED, TIMES).orElseThrow();
        var with = grid.median(SECONDS, CACHED, TIMES).orElseThrow();
        return new ExperimentResults(
                grid,
                List.of(MetricView.of(SECONDS, "seconds until the whole object is there", 3)
                        .steep()),
                "87 MB over a path of 70 ms: " + NumberFormats.fixed(without, 2) + " s without a cache, "
                        + NumberFormats.fixed(grid.median(SECONDS, CACHED, 1).orElseThrow(), 2)
                        + " s through Larder the first time, "
                        + NumberFormats.fixed(with, 2) + " s again (" + NumberFormats.fixed(without / with, 1)
                        + " times less); "
                        + freshness.right() + " of " + freshness.cases() + " cases of freshness as RFC 9111 has them; "
                        + sequences.right() + " of " + sequences.steps()
                        + " requests of the sequences as FIFO and LRU predict",
                List.of(
                        "Age told of the same response " + freshness.age() + " s when it had been stored for "
                                + NumberFormats.fixed(freshness.elapsed(), 2) + " s.",
                        "The cache has its files on the disk of this machine and is reached over loopback."),
                "## Freshness\n\n" + freshness.table() + "\n## Five objects of 83, 52, 38, 23 and 97 MB in 256 MB\n\n"
                        + sequences.table());
    }
}
