package dev.larder.soak;

import dev.larder.compare.report.MarkdownTable;
import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.MedianPlot;
import dev.larder.experiments.report.MetricView;
import dev.larder.experiments.report.NumberFormats;
import dev.larder.soak.traffic.RequestCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;

/** The files of a soak: every reading, a plot, a page. */
final class SoakReport {

    private static final String HEAP = "heap after a collection (MB)";
    private static final String RESIDENT = "resident memory (MB)";
    private static final String P99 = "p99 of hits (ms)";
    private static final String THREADS = "threads";
    private static final String SOCKETS = "sockets";
    private static final double NANOS_OF_MILLI = 1e6;
    private static final double SECONDS_OF_MINUTE = 60;

    private final SoakFindings seen;
    private final List<ObligationResult> verdicts;

    SoakReport(SoakFindings seen, List<ObligationResult> verdicts) {
        this.seen = seen;
        this.verdicts = verdicts;
    }

    /** Writes the files of that name into the directory. */
    void write(Path directory, String name, List<String> head) throws IOException {
        Files.createDirectories(directory);
        var grid = grid();
        var views =
                List.of(MetricView.of(HEAP, HEAP, 1), MetricView.of(RESIDENT, RESIDENT, 0), MetricView.of(P99, P99, 2));
        Files.write(directory.resolve(name + ".csv"), grid.csv());
        MedianPlot.save(new ExperimentResults(grid, views, "", List.of()), directory.resolve(name + ".png"));
        Files.writeString(directory.resolve(name + ".md"), page(name, head));
    }

    private MeasurementGrid grid() {
        var grid = new MeasurementGrid("minute");
        for (var stretch : seen.stretches()) {
            var minute = stretch.endSeconds() / SECONDS_OF_MINUTE;
            stretch.heapMb().ifPresent(mb -> grid.add(HEAP, "quiet", minute, mb));
            grid.add(RESIDENT, "all", minute, stretch.residentMb());
            grid.add(P99, stretch.phase().title(), minute, SoakEvaluation.p99(List.of(stretch)));
            grid.add(THREADS, "all", minute, stretch.counts().threads());
            grid.add(SOCKETS, "all", minute, (double) stretch.counts().sockets());
        }
        return grid;
    }

    private String page(String name, List<String> head) {
        var text = new StringBuilder("# Soak\n\n");
        head.forEach(line -> text.append("    ").append(line).append('\n'));
        text.append('\n').append(verdictTable()).append('\n').append(phaseTable());
        text.append("\n![Soak](").append(name).append(".png)\n");
        if (!seen.told().isEmpty() || !seen.logged().errors().isEmpty()) {
            text.append("\n## What went wrong\n\n");
            seen.told().forEach(line -> text.append("    ").append(line).append('\n'));
            seen.logged()
                    .errors()
                    .forEach(line -> text.append("    ").append(line).append('\n'));
        }
        return text.toString();
    }

    /** What must hold and whether it did; sentences, so nothing is aligned. */
    String verdictTable() {
        var text = new StringBuilder("| what must hold | found | |\n| --- | --- | --- |\n");
        verdicts.forEach(verdict -> text.append("| ")
                .append(String.join(
                        " | ",
                        verdict.obligation(),
                        verdict.found(),
                        verdict.result().text()))
                .append(" |\n"));
        return text.toString();
    }

    private MarkdownTable phaseTable() {
        var table = new MarkdownTable(List.of(
                "phases", "requests", "hits", "failed with the origin", "p50 of hits, ms", "p99, ms", "longest, ms"));
        seen.byTitle().forEach((title, stretches) -> {
            var hits = SoakFindings.hits(stretches);
            table.add(List.of(
                    title,
                    count(stretches, RequestCounters::requests),
                    count(stretches, RequestCounters::hits),
                    count(stretches, RequestCounters::excusedCount),
                    NumberFormats.fixed(hits.getValueAtPercentile(50) / NANOS_OF_MILLI, 2),
                    NumberFormats.fixed(SoakEvaluation.p99(stretches), 2),
                    NumberFormats.fixed(hits.getMaxValue() / NANOS_OF_MILLI, 1)));
        });
        return table;
    }

    private static String count(List<CompletedPhase> stretches, ToLongFunction<RequestCounters> what) {
        var sum =
                stretches.stream().map(CompletedPhase::account).mapToLong(what).sum();
        return NumberFormats.fixed((double) sum, 0);
    }
}
