package dev.larder.experiments.study;

import dev.larder.experiments.Scale;
import dev.larder.experiments.report.Grid;
import dev.larder.experiments.report.Numbers;
import dev.larder.experiments.report.Ratios;
import dev.larder.experiments.rig.Workspace;
import dev.larder.experiments.traffic.Call;
import dev.larder.experiments.traffic.Limits;
import dev.larder.experiments.traffic.RestMix;
import dev.larder.experiments.traffic.Tally;
import dev.larder.experiments.traffic.Versions;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The mix on warm caches: each line has its own endless sequence, of which each reading takes a little. */
final class Steady {

    static final String LATENCY = "mean latency";
    static final String HITS = "hit ratio";

    private static final long SEED = 7;
    private static final int FILLING_CLIENTS = 32;

    private final Workspace workspace;
    private final RestMix mix;
    private final String mark;
    private final int filling;
    private final long reading;
    private final Map<String, Sequence> sequences = new HashMap<>();

    /** With a mark that no other use of the same servers has in its names. */
    Steady(Workspace workspace, RestMix mix, Scale scale, String mark) {
        this.workspace = workspace;
        this.mix = mix;
        this.mark = mark;
        this.filling = scale.of(300, 6_000);
        this.reading = TimeUnit.MILLISECONDS.toNanos(scale.of(100, 700));
    }

    private record Sequence(Iterator<Call> calls, Versions versions) {}

    /** Traffic until what is often asked for is stored. */
    void fill(List<Line> lines, double millis) throws IOException, InterruptedException {
        for (var line : lines) {
            var sequence = sequence(line, millis);
            workspace.load(
                    CaseStudy.ports(workspace, line),
                    FILLING_CLIENTS,
                    Limits.count(sequence.calls(), filling),
                    sequence.versions());
        }
    }

    /** One reading. */
    Tally measure(Line line, double millis, int clients) throws IOException, InterruptedException {
        var sequence = sequence(line, millis);
        return workspace.load(
                CaseStudy.ports(workspace, line),
                clients,
                Limits.time(sequence.calls(), System.nanoTime() + reading),
                sequence.versions());
    }

    /** The backend's latency is in the names too: its state is not to be shared with that of another latency. */
    private Sequence sequence(Line line, double millis) {
        return sequences.computeIfAbsent(line.name() + millis, any -> {
            var prefix = line.prefix() + mark + (long) (10 * millis);
            return new Sequence(mix.calls(prefix, SEED, CaseStudy.latency(millis)), new Versions());
        });
    }

    /** Least and most that a line's mean latency is of the bare backend's. */
    static String range(Grid grid, String line) {
        return Numbers.fixed(
                        Ratios.best(grid, LATENCY, line, CaseStudy.BARE_BACKEND, 0)
                                .orElseThrow(),
                        2)
                + " to "
                + Numbers.fixed(
                        Ratios.worst(grid, LATENCY, line, CaseStudy.BARE_BACKEND, 0)
                                .orElseThrow(),
                        2);
    }
}
