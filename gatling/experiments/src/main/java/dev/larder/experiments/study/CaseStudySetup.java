package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.MedianTables;
import dev.larder.experiments.report.MetricView;
import dev.larder.experiments.report.NumberFormats;
import dev.larder.experiments.report.PlotLineRatios;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import dev.larder.experiments.traffic.CaseStudyMix;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.RequestLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What the figures of the case study have in common: the mix, the policies, the lines of the plots. */
final class CaseStudySetup {

    /** All of {@code larder.store.type} that decide who stays. */
    static final List<String> POLICIES = List.of(
            "caffeine",
            "lru",
            "lfu",
            "fifo",
            "random",
            "gds",
            "gdsf",
            "gdsf-refusing",
            "lfuda",
            "tinylfu",
            "s3fifo",
            "sieve",
            "larder");

    /** What the backend takes for an answer, where that is not what is varied. */
    static final double BACKEND_MILLIS = 5;

    /** Nothing is between client and origin. */
    static final String BARE_BACKEND = "bare backend";

    /** Spring Cloud Gateway without a cache is. */
    static final String BARE_GATEWAY = "bare gateway";

    /** Larder is, with room for all, and a write drops its item and what stands for it alone. */
    static final String HIERARCHY = "Larder, room for all";

    /** Larder is as it comes, with room for all: a write drops its whole pool. */
    static final String POOL = "Larder, room for all, pools dropped";

    /** Bytes that an entry of the mix takes beside its content: key, head, bookkeeping. As the actuator shows them. */
    static final int OVERHEAD = 760;

    /** The part of the footprint for which the policies compete. */
    private static final double PART = 0.1;

    private static final String ALL = "allz";
    private static final int WARM_CLIENTS = 16;

    private CaseStudySetup() {}

    /** Whether no cache is in the way of a line of this name. */
    static boolean isBare(String line) {
        return line.equals(BARE_BACKEND) || line.equals(BARE_GATEWAY);
    }

    static CaseStudyMix mix(ExperimentScale scale) {
        return new CaseStudyMix(scale.of(300, CaseStudyMix.ENDPOINTS));
    }

    static List<String> policies(ExperimentScale scale) {
        return scale.of(List.of("lru", "larder"), POLICIES);
    }

    /** Bytes that the whole mix takes when it is stored. */
    static long stored(CaseStudyMix mix) {
        return mix.footprint() + (long) OVERHEAD * mix.endpoints();
    }

    /** A store for each policy, of a tenth of the footprint. */
    static List<String> stores(ExperimentScale scale) {
        var size = (long) (PART * stored(mix(scale)));
        return policies(scale).stream()
                .flatMap(policy -> store(prefix(policy), policy, size).stream())
                .toList();
    }

    /** A store, and the rule that leads to it. */
    static List<String> store(String prefix, String policy, long size) {
        return List.of(
                "--larder.stores." + prefix + ".type=" + policy,
                "--larder.stores." + prefix + ".max-size=" + size + "B",
                "--larder.rules." + prefix + ".store=" + prefix,
                "--larder.rules." + prefix + ".paths=/items-" + prefix + "*/**",
                "--larder.rules." + prefix + ".invalidation-scope=hierarchy");
    }

    /** A default store with room for all, and the rule by which an item is invalidated alone. */
    static List<String> roomForAll() {
        return List.of(
                "--larder.store.max-size=64MB",
                "--larder.rules.all.paths=/items-" + ALL + "*/**",
                "--larder.rules.all.invalidation-scope=hierarchy");
    }

    /** Collections of that prefix come under the store of the policy. */
    static String prefix(String policy) {
        return policy.replace("-", "") + "z";
    }

    /** Without the policies. */
    static List<PlotLine> baseLines(ServerSpecification origin, ServerSpecification larder) {
        return List.of(
                new PlotLine(BARE_BACKEND, "bare", List.of(origin)),
                new PlotLine(BARE_GATEWAY, "gateway", List.of(ServerSpecification.bareGateway(origin))),
                new PlotLine(HIERARCHY, ALL, List.of(larder)),
                new PlotLine(POOL, "pool", List.of(larder)));
    }

    /** With them. */
    static List<PlotLine> lines(ExperimentScale scale) {
        var contest = GatewaySpecifications.contest(scale);
        var policies = policies(scale).stream().map(policy -> new PlotLine(policy, prefix(policy), List.of(contest)));
        return Stream.concat(baseLines(ServerSpecification.ORIGIN, contest).stream(), policies)
                .toList();
    }

    /** Where the readings of a round go: nowhere, if it is the round before the first. */
    static MeasurementGrid counted(MeasurementGrid grid, int repetition) {
        return repetition > 0 ? grid : new MeasurementGrid("warm-up");
    }

    /** In another order in each round, so that none always comes first after whatever goes before. */
    static <T> List<T> turns(List<T> lines, int repetition) {
        var turned = new ArrayList<>(lines);
        Collections.rotate(turned, 3 * repetition);
        return turned;
    }

    /** Up to how many clients a line's mean latency is below the bare backend's. */
    static String upTo(MeasurementGrid grid, String line) {
        var below = grid.places(WarmCacheMeasurement.LATENCY).stream()
                .takeWhile(place -> PlotLineRatios.at(grid, WarmCacheMeasurement.LATENCY, line, BARE_BACKEND, place)
                                .orElse(1)
                        < 1)
                .toList();
        var all = below.size() == grid.places(WarmCacheMeasurement.LATENCY).size();
        var last = below.isEmpty()
                ? "with no number of clients"
                : "up to " + NumberFormats.plain(below.get(below.size() - 1)) + " clients";
        return line + ": below the bare backend's mean latency " + last
                + (all ? ", the most that were tried." : ", above it beyond.");
    }

    /** A table of what all lines are to one of them. */
    static String ratios(MeasurementGrid grid, String metric, String base) {
        var relative = new MeasurementGrid(grid.axis());
        for (var line : grid.lines(metric)) {
            for (double place : grid.places(metric)) {
                PlotLineRatios.at(grid, metric, line, base, place)
                        .ifPresent(ratio -> relative.add(metric, line, place, ratio));
            }
        }
        var title = metric + ", ratio to the " + base;
        return "## " + title + "\n\n" + MedianTables.of(relative, MetricView.of(metric, title, 2));
    }

    /** What a query says so that the origin takes that long; half a millisecond is what it takes anyway. */
    static String latency(double millis) {
        return millis == Math.rint(millis) ? "latency=" + (long) millis : "";
    }

    static List<Integer> ports(ExperimentWorkspace workspace, PlotLine line) {
        return line.servers().stream().map(workspace::port).toList();
    }

    /** Traffic that is not measured, so many seconds for each server, until the virtual machines have compiled what they need. */
    static void warmUp(ExperimentWorkspace workspace, CaseStudyMix mix, List<PlotLine> lines, double seconds)
            throws IOException, InterruptedException {
        for (var line : lines) {
            workspace.progress().say("warm-up: %s", line.name());
            var nanos = seconds * line.servers().size() * TimeUnit.SECONDS.toNanos(1);
            var end = System.nanoTime() + (long) nanos;
            var calls = RequestLimits.time(mix.calls(line.prefix() + "w", 0, latency(0)), end);
            workspace.load(ports(workspace, line), WARM_CLIENTS, calls, new ExpectedVersions());
        }
    }
}
