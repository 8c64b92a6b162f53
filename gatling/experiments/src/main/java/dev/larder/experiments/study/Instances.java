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
        return Duration.ofMinutes(4);
    }

    @Override
    public List<Server> servers(Scale scale) {
        var servers = new ArrayList<>(List.of(Server.ORIGIN));
        lines(scale).stream().skip(1).map(Line::servers).forEach(servers::addAll);
        return servers;
    }

    /** As many instances as its place in the list says; none is the bare backend. */
    private static List<Line> lines(Scale scale) {
        return IntStream.rangeClosed(0, scale.of(2, 3))
                .mapToObj(count -> count == 0
                        ? new Line(CaseStudy.BARE_BACKEND, "bare", List.of(Server.ORIGIN))
                        : CaseStudy.shared(count + " instances", cluster(scale, count)))
                .toList();
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
                            "--larder.cluster.port={" + name + "-member}",
                            "--larder.cluster.members=" + members));
                    return Server.larder(Server.ORIGIN, name, arguments);
                })
                .toList();
    }

    @Override
    public Figures run(Scale scale, Workspace workspace) throws IOException, InterruptedException {
        var mix = CaseStudy.mix(scale);
        var lines = lines(scale);
        var grid = new Grid("instances");
        CaseStudy.warmUp(workspace, mix, lines, scale.of(0.2, 12.0));
        var steady = new Steady(workspace, mix, scale, "i");
        steady.fill(lines, CaseStudy.BACKEND_MILLIS);
        for (var repetition = 1; repetition <= workspace.rounds(); repetition++) {
            for (int clients : scale.of(List.of(6), List.of(6, 12, 24))) {
                for (var count = 0; count < lines.size(); count++) {
                    var tally = steady.measure(lines.get(count), CaseStudy.BACKEND_MILLIS, clients);
                    grid.add(Steady.LATENCY, clients + " clients", count, tally.meanMillis());
                    grid.add(Steady.HITS, clients + " clients", count, tally.hitRatio());
                }
            }
            workspace.progress().say("%s, round %d", name(), repetition);
        }
        return figures(grid, lines.size() - 1);
    }

    private static Figures figures(Grid grid, int most) {
        var ratios = grid.lines(Steady.LATENCY).stream()
                .map(line -> Numbers.fixed(ratio(grid, line, most), 2) + " with " + line)
                .collect(Collectors.joining(", "));
        return new Figures(
                grid,
                List.of(
                        View.of(Steady.LATENCY, "mean latency, ms (0: the bare backend)", 2),
                        View.of(Steady.HITS, "hit ratio", 3)),
                "mean latency of " + most + " instances beside one: " + ratios,
                List.of(
                        "Clients are given the instances in turn; invalidation is strict, so a write waits for all.",
                        "All instances run on one core: three have to do with a third of it what one does with all."));
    }

    private static double ratio(Grid grid, String line, int most) {
        return grid.median(Steady.LATENCY, line, most).orElseThrow()
                / grid.median(Steady.LATENCY, line, 1).orElseThrow();
    }
}
