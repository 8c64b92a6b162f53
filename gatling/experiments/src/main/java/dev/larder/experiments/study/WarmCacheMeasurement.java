package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.NumberFormats;
import dev.larder.experiments.report.PlotLineRatios;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.traffic.CaseStudyMix;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.ExperimentRequest;
import dev.larder.experiments.traffic.RequestLimits;
import dev.larder.experiments.traffic.RequestStatistics;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The mix on warm caches: each line has its own endless sequence, of which each reading takes a little. */
final class WarmCacheMeasurement {

    static final String LATENCY = "mean latency";
    static final String HITS = "hit ratio";

    private static final long SEED = 7;
    private static final int FILLING_CLIENTS = 32;

    private final ExperimentWorkspace workspace;
    private final CaseStudyMix mix;
    private final String mark;
    private final int filling;
    private final long reading;
    private final Map<String, Sequence> sequences = new HashMap<>();

    /** With a mark that no other use of the same servers has in its names. */
    WarmCacheMeasurement(ExperimentWorkspace workspace, CaseStudyMix mix, ExperimentScale scale, String mark) {
        this.workspace = workspace;
        this.mix = mix;
        this.mark = mark;
        this.filling = scale.of(300, 6_000);
        this.reading = TimeUnit.MILLISECONDS.toNanos(scale.of(100, 700));
    }

    private record Sequence(Iterator<ExperimentRequest> calls, ExpectedVersions versions) {}

    /** Traffic until what is often asked for is stored. */
    void fill(List<PlotLine> lines, double millis) throws IOException, InterruptedException {
        for (var line : lines) {
            var sequence = sequence(line, millis);
            workspace.load(
                    CaseStudySetup.ports(workspace, line),
                    FILLING_CLIENTS,
                    RequestLimits.count(sequence.calls(), filling),
                    sequence.versions());
        }
    }

    /** One reading. */
    RequestStatistics measure(PlotLine line, double millis, int clients) throws IOException, InterruptedException {
        var sequence = sequence(line, millis);
        return workspace.load(
                CaseStudySetup.ports(workspace, line),
                clients,
                RequestLimits.time(sequence.calls(), System.nanoTime() + reading),
                sequence.versions());
    }

    /** The backend's latency is in the names too: its state is not to be shared with that of another latency. */
    private Sequence sequence(PlotLine line, double millis) {
        return sequences.computeIfAbsent(line.name() + millis, any -> {
            var prefix = line.prefix() + mark + (long) (10 * millis);
            return new Sequence(mix.calls(prefix, SEED, CaseStudySetup.latency(millis)), new ExpectedVersions());
        });
    }

    /** Least and most that a line's mean latency is of the bare backend's. */
    static String range(MeasurementGrid grid, String line) {
        return NumberFormats.fixed(
                        PlotLineRatios.best(grid, LATENCY, line, CaseStudySetup.BARE_BACKEND, 0)
                                .orElseThrow(),
                        2)
                + " to "
                + NumberFormats.fixed(
                        PlotLineRatios.worst(grid, LATENCY, line, CaseStudySetup.BARE_BACKEND, 0)
                                .orElseThrow(),
                        2);
    }
}
