package dev.larder.experiments.study;

import dev.larder.experiments.Claim;
import dev.larder.experiments.Experiment;
import dev.larder.experiments.Scale;
import dev.larder.experiments.report.Figures;
import dev.larder.experiments.report.Grid;
import dev.larder.experiments.report.Numbers;
import dev.larder.experiments.report.Tables;
import dev.larder.experiments.report.View;
import dev.larder.experiments.rig.Server;
import dev.larder.experiments.rig.Workspace;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Case study, figure 10: one, two and three instances. */
public final class Instances implements Experiment {

    @Override
    public String name() {
        return "instances";
    }

    @Override
    public String title() {
        return "Case study, figure 10: one, two, three instances";
    }

    @Override
    public Claim claim() {
        return new Claim(
                "distributing the cache made it slower: a hit was forwarded to the peer that owned the key",
                "figure 10: " + Claim.NOT_HANDED_OVER,
                "a hot hit is local on every instance; here all instances share one core, so more of them add no power");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(6);
    }

    @Override
    public List<Server> servers(Scale scale) {
        var servers = new ArrayList<>(List.of(Server.ORIGIN));
        lines(scale, Rule.ITEM).stream().skip(1).map(Line::servers).forEach(servers::addAll);
        return servers;
    }

    /** As many instances as its place in the list says; none is the bare backend. */
    private static List<Line> lines(Scale scale, Rule rule) {
        return IntStream.rangeClosed(0, scale.of(2, 3))
                .mapToObj(count -> count == 0
                        ? new Line(CaseStudy.BARE_BACKEND + rule.words, "bare" + rule.prefix, List.of(Server.ORIGIN))
                        : new Line(count + " instances" + rule.words, rule.prefix + "n" + count, cluster(scale, count)))
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

    private static List<Server> cluster(Scale scale, int count) {
        if (count == 1) {
            return List.of(Gateways.plain(scale));
        }
        var names = IntStream.rangeClosed(1, count)
                .mapToObj(number -> "of-" + count + "-" + number)
                .toList();
        var members =
                names.stream().map(name -> "127.0.0.1:{" + name + "-member}").collect(Collectors.joining(","));
        return names.stream()
                .map(name -> {
                    var arguments = new ArrayList<>(CaseStudy.roomForAll());
                    arguments.addAll(List.of(
                            "--larder.cluster.enabled=true",
                            "--larder.cluster.name=of-" + count,
                            "--larder.cluster.max-size=64MB",
                            "--larder.cluster.address=127.0.0.1:{" + name + "-member}",
                            "--larder.cluster.members=" + members));
                    return Server.larder(Server.ORIGIN, name, arguments);
                })
                .toList();
    }

    @Override
    public Figures run(Scale scale, Workspace workspace) throws IOException, InterruptedException {
        var mix = CaseStudy.mix(scale);
        var grid = new Grid("instances");
        var steady = new Steady(workspace, mix, scale, "i");
        for (var rule : Rule.values()) {
            CaseStudy.warmUp(workspace, mix, lines(scale, rule), scale.of(0.1, 10.0));
            steady.fill(lines(scale, rule), CaseStudy.BACKEND_MILLIS);
        }
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudy.counted(grid, repetition);
            for (var rule : Rule.values()) {
                for (int clients : scale.of(List.of(6), List.of(6, 12, 24))) {
                    measure(steady, into, rule, lines(scale, rule), clients, repetition);
                }
            }
            workspace.progress().say("%s, round %d", name(), repetition);
        }
        return figures(grid, scale);
    }

    private static void measure(Steady steady, Grid into, Rule rule, List<Line> lines, int clients, int repetition)
            throws IOException, InterruptedException {
        for (int count :
                CaseStudy.turns(IntStream.range(0, lines.size()).boxed().toList(), repetition)) {
            var tally = steady.measure(lines.get(count), CaseStudy.BACKEND_MILLIS, clients);
            into.add(Steady.LATENCY, clients + " clients" + rule.words, count, tally.meanMillis());
            if (count > 0) {
                into.add(Steady.HITS, clients + " clients" + rule.words, count, tally.hitRatio());
            }
        }
    }

    private static Figures figures(Grid grid, Scale scale) {
        var most = scale.of(2, 3);
        var relative = new Grid(grid.axis());
        for (var line : grid.lines(Steady.LATENCY)) {
            for (var count = 0; count <= most; count++) {
                relative.add(Steady.LATENCY, line, count, ratio(grid, line, count));
            }
        }
        var ratios = grid.lines(Steady.LATENCY).stream()
                .map(line -> Numbers.fixed(ratio(grid, line, most), 2) + " with " + line)
                .collect(Collectors.joining("; "));
        var title = "mean latency, ratio to one instance";
        return new Figures(
                grid,
                List.of(
                        View.of(Steady.LATENCY, "mean latency, ms (0: the bare backend)", 2),
                        View.of(Steady.HITS, "hit ratio", 3)),
                "mean latency of " + most + " instances beside one: " + ratios,
                List.of(
                        "Clients are given the instances in turn; invalidation is strict, so a write waits for all.",
                        "All instances run on one core, also those that have nothing to do: three have to do with a third of it"
                                + " what one does with all."),
                "## " + title + "\n\n" + Tables.of(relative, View.of(Steady.LATENCY, title, 2)));
    }

    private static double ratio(Grid grid, String line, int most) {
        return grid.median(Steady.LATENCY, line, most).orElseThrow()
                / grid.median(Steady.LATENCY, line, 1).orElseThrow();
    }
}
