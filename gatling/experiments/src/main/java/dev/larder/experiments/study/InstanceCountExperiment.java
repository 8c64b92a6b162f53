package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.StudyClaim;
import dev.larder.experiments.StudyExperiment;
import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.MedianTables;
import dev.larder.experiments.report.MetricView;
import dev.larder.experiments.report.NumberFormats;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Case study, figure 10: one, two and three instances. */
public final class InstanceCountExperiment implements StudyExperiment {

    @Override
    public String name() {
        return "instances";
    }

    @Override
    public String title() {
        return "Case study, figure 10: one, two, three instances";
    }

    @Override
    public StudyClaim claim() {
        return new StudyClaim(
                "distributing the cache made it slower: a hit was forwarded to the peer that owned the key",
                "figure 10: " + StudyClaim.NOT_HANDED_OVER,
                "a hot hit is local on every instance; here all instances share one core, so more of them add no power");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(6);
    }

    @Override
    public List<ServerSpecification> servers(ExperimentScale scale) {
        var servers = new ArrayList<>(List.of(ServerSpecification.ORIGIN));
        lines(scale, Rule.ITEM).stream().skip(1).map(PlotLine::servers).forEach(servers::addAll);
        return servers;
    }

    /** As many instances as its place in the list says; none is the bare backend. */
    private static List<PlotLine> lines(ExperimentScale scale, Rule rule) {
        return IntStream.rangeClosed(0, scale.of(2, 3))
                .mapToObj(count -> count == 0
                        ? new PlotLine(
                                CaseStudySetup.BARE_BACKEND + rule.words,
                                "bare" + rule.prefix,
                                List.of(ServerSpecification.ORIGIN))
                        : new PlotLine(
                                count + " instances" + rule.words, rule.prefix + "n" + count, cluster(scale, count)))
                .toList();
    }

    /** What a write drops. */
    private enum Rule {
        ITEM("allz", ""),
        POOL("pool", ", pools dropped");

        private final String prefix;
        private final String words;

        Rule(String prefix, String words) {
            this.prefix = prefix;
            this.words = words;
        }
    }

    private static List<ServerSpecification> cluster(ExperimentScale scale, int count) {
        if (count == 1) {
            return List.of(GatewaySpecifications.plain(scale));
        }
        var names = IntStream.rangeClosed(1, count)
                .mapToObj(number -> "of-" + count + "-" + number)
                .toList();
        var members =
                names.stream().map(name -> "127.0.0.1:{" + name + "-member}").collect(Collectors.joining(","));
        return names.stream()
                .map(name -> {
                    var arguments = new ArrayList<>(CaseStudySetup.roomForAll());
                    arguments.addAll(List.of(
                            "--larder.cluster.enabled=true",
                            "--larder.cluster.name=of-" + count,
                            "--larder.cluster.max-size=64MB",
                            "--larder.cluster.address=127.0.0.1:{" + name + "-member}",
                            "--larder.cluster.members=" + members));
                    return ServerSpecification.larder(ServerSpecification.ORIGIN, name, arguments);
                })
                .toList();
    }

    @Override
    public ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException {
        var mix = CaseStudySetup.mix(scale);
        var grid = new MeasurementGrid("instances");
        var steady = new WarmCacheMeasurement(workspace, mix, scale, "i");
        for (var rule : Rule.values()) {
            CaseStudySetup.warmUp(workspace, mix, lines(scale, rule), scale.of(0.1, 10.0));
            steady.fill(lines(scale, rule), CaseStudySetup.BACKEND_MILLIS);
        }
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudySetup.counted(grid, repetition);
            for (var rule : Rule.values()) {
                for (int clients : scale.of(List.of(6), List.of(6, 12, 24))) {
                    measure(steady, into, rule, lines(scale, rule), clients, repetition);
                }
            }
            workspace.progress().say("%s, round %d", name(), repetition);
        }
        return figures(grid, scale);
    }

    private static void measure(
            WarmCacheMeasurement steady,
            MeasurementGrid into,
            Rule rule,
            List<PlotLine> lines,
            int clients,
            int repetition)
            throws IOException, InterruptedException {
        for (int count :
                CaseStudySetup.turns(IntStream.range(0, lines.size()).boxed().toList(), repetition)) {
            var tally = steady.measure(lines.get(count), CaseStudySetup.BACKEND_MILLIS, clients);
            into.add(WarmCacheMeasurement.LATENCY, clients + " clients" + rule.words, count, tally.meanMillis());
            if (count > 0) {
                into.add(WarmCacheMeasurement.HITS, clients + " clients" + rule.words, count, tally.hitRatio());
            }
        }
    }

    private static ExperimentResults figures(MeasurementGrid grid, ExperimentScale scale) {
        var most = scale.of(2, 3);
        var relative = new MeasurementGrid(grid.axis());
        for (var line : grid.lines(WarmCacheMeasurement.LATENCY)) {
            for (var count = 0; count <= most; count++) {
                relative.add(WarmCacheMeasurement.LATENCY, line, count, ratio(grid, line, count));
            }
        }
        var ratios = grid.lines(WarmCacheMeasurement.LATENCY).stream()
                .map(line -> NumberFormats.fixed(ratio(grid, line, most), 2) + " with " + line)
                .collect(Collectors.joining("; "));
        var title = "mean latency, ratio to one instance";
        return new ExperimentResults(
                grid,
                List.of(
                        MetricView.of(WarmCacheMeasurement.LATENCY, "mean latency, ms (0: the bare backend)", 2),
                        MetricView.of(WarmCacheMeasurement.HITS, "hit ratio", 3)),
                "mean latency of " + most + " instances beside one: " + ratios,
                List.of(
                        "Clients are given the instances in turn; invalidation is strict, so a write waits for all.",
                        "All instances run on one core, also those that have nothing to do: three have to do with a third of it"
                                + " what one does with all."),
                "## " + title + "\n\n"
                        + MedianTables.of(relative, MetricView.of(WarmCacheMeasurement.LATENCY, title, 2)));
    }

    private static double ratio(MeasurementGrid grid, String line, int most) {
        return grid.median(WarmCacheMeasurement.LATENCY, line, most).orElseThrow()
                / grid.median(WarmCacheMeasurement.LATENCY, line, 1).orElseThrow();
    }
}
