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
import dev.larder.experiments.traffic.RpcStudyDocuments;
import dev.larder.experiments.traffic.RpcStudyDocuments.Pattern;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** RPC study, figures 1 to 4, over HTTP: four metrics over the size of the cache, in both patterns. */
public final class RpcPatternsExperiment implements StudyExperiment {

    private static final String HITS = "hit rate";
    private static final String BYTES = "data hit rate";
    private static final String PENALTY = "miss penalty, ms per kB";
    private static final String ACCESS = "average access time, ms per kB";
    private static final double BACKEND_MILLIS = 2;
    private static final double MEGA = 1e6;

    @Override
    public String name() {
        return "rpc-patterns";
    }

    @Override
    public String title() {
        return "RPC study, figures 1 to 4: Random, FIFO, LRU and ours over the size of the cache";
    }

    @Override
    public StudyClaim claim() {
        return new StudyClaim(
                "LRU is at least as good as FIFO in staggered repetition; without room there are no hits; all policies meet when"
                        + " everything fits",
                "figures 1 to 4: " + StudyClaim.NOT_HANDED_OVER,
                "documents and patterns are generated as the study describes them; the path is loopback, the backend takes 2 ms");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(5);
    }

    @Override
    public List<ServerSpecification> servers(ExperimentScale scale) {
        return List.of(ServerSpecification.ORIGIN, GatewaySpecifications.library(scale));
    }

    private static List<String> policies(ExperimentScale scale) {
        return scale.of(List.of("fifo", "lru"), List.of("random", "fifo", "lru", "larder"));
    }

    private static List<Double> sizes(ExperimentScale scale) {
        return scale.of(List.of(0.0, 16.0), List.of(0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0));
    }

    /** A store for each policy and size; the least store there is, of one byte, has room for nothing. */
    static List<String> stores(ExperimentScale scale) {
        var arguments = new ArrayList<>(List.of("--larder.store.max-object-size=4MB"));
        for (var policy : policies(scale)) {
            for (double size : sizes(scale)) {
                arguments.addAll(CaseStudySetup.store(prefix(policy, size), policy, Math.max(1, (long) (size * MEGA))));
            }
        }
        return arguments;
    }

    private static String prefix(String policy, double size) {
        return policy + (long) (10 * size) + "z";
    }

    @Override
    public ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException {
        var documents = new RpcStudyDocuments();
        var grid = new MeasurementGrid("cache, MB");
        var library = GatewaySpecifications.library(scale);
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            for (var pattern : Pattern.values()) {
                workspace.purge(library);
                for (var policy : policies(scale)) {
                    for (double size : sizes(scale)) {
                        var prefix = prefix(policy, size) + pattern.name().toLowerCase(Locale.ROOT) + repetition;
                        var calls = documents.calls(
                                pattern, prefix, repetition, CaseStudySetup.latency(scale.of(0.0, BACKEND_MILLIS)));
                        var tally = workspace.load(List.of(workspace.port(library)), 1, calls, new ExpectedVersions());
                        if (repetition > 0) {
                            grid.add(of(HITS, pattern), policy, size, tally.hitRatio());
                            grid.add(of(BYTES, pattern), policy, size, tally.byteHitRatio());
                            grid.add(of(PENALTY, pattern), policy, size, tally.missPenaltyPerKb());
                            grid.add(of(ACCESS, pattern), policy, size, tally.accessTimePerKb());
                        }
                    }
                }
                workspace.progress().say("%s, round %d: %s", name(), repetition, pattern);
            }
        }
        return figures(grid);
    }

    private static String of(String metric, Pattern pattern) {
        return metric + " (" + pattern.name().toLowerCase(Locale.ROOT) + ")";
    }

    private static ExperimentResults figures(MeasurementGrid grid) {
        var views = Stream.of(HITS, BYTES, PENALTY, ACCESS)
                .flatMap(metric -> Stream.of(Pattern.values()).map(pattern -> of(metric, pattern)))
                .map(metric -> MetricView.of(metric, metric, metric.contains("rate") ? 3 : 4))
                .toList();
        var staggered = of(HITS, Pattern.STAGGERED);
        var middle = grid.places(staggered).contains(2.0) ? 2.0 : 16.0;
        return new ExperimentResults(
                grid,
                views,
                "staggered, " + NumberFormats.plain(middle) + " MB: hit rate LRU "
                        + median(grid, staggered, "lru", middle)
                        + ", FIFO "
                        + median(grid, staggered, "fifo", middle) + "; at 0 MB LRU "
                        + median(grid, staggered, "lru", 0) + ", at 16 MB LRU " + median(grid, staggered, "lru", 16)
                        + " and FIFO " + median(grid, staggered, "fifo", 16),
                List.of(
                        "50 documents of 6 MB together, sizes lognormal, 500 requests of one client to an empty cache; the first"
                                + " round warms up and does not count.",
                        "Miss penalty: time of all misses by what they brought; access time: time of all requests by all bytes.",
                        "Five runs of 500 requests prove little about small differences between policies: over 200 seeds the"
                                + " simulator (`--trace random staggered --runs 200`) has one run's standard deviation at up to"
                                + " .08. All lines have the same five."));
    }

    private static String median(MeasurementGrid grid, String metric, String line, double place) {
        return NumberFormats.fixed(grid.median(metric, line, place).orElseThrow(), 3);
    }
}
