package dev.larder.soak;

import dev.larder.compare.report.Table;
import dev.larder.experiments.report.Figures;
import dev.larder.experiments.report.Grid;
import dev.larder.experiments.report.Numbers;
import dev.larder.experiments.report.Plot;
import dev.larder.experiments.report.View;
import dev.larder.soak.traffic.Account;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;

/** The files of a soak: every reading, a plot, a page. */
final class Report {

    private static final String HEAP = "heap after a collection (MB)";
    private static final String RESIDENT = "resident memory (MB)";
    private static final String P99 = "p99 of hits (ms)";
    private static final String THREADS = "threads";
    private static final String SOCKETS = "sockets";
    private static final double NANOS_OF_MILLI = 1e6;
    private static final double SECONDS_OF_MINUTE = 60;

    private final Findings seen;
    private final List<Verdict> verdicts;

    Report(Findings seen, List<Verdict> verdicts) {
        this.seen = seen;
        this.verdicts = verdicts;
    }

    /** Writes the files of that name into the directory. */
    void write(Path directory, String name, List<String> head) throws IOException {
        Files.createDirectories(directory);
        var grid = grid();
        var views = List.of(View.of(HEAP, HEAP, 1), View.of(RESIDENT, RESIDENT, 0), View.of(P99, P99, 2));
        Files.write(directory.resolve(name + ".csv"), grid.csv());
        Plot.save(new Figures(grid, views, "", List.of()), directory.resolve(name + ".png"));
        Files.writeString(directory.resolve(name + ".md"), page(name, head));
    }

    private Grid grid() {
        var grid = new Grid("minute");
        for (var stretch : seen.stretches()) {
            var minute = stretch.endSeconds() / SECONDS_OF_MINUTE;
            stretch.heapMb().ifPresent(mb -> grid.add(HEAP, "quiet", minute, mb));
            grid.add(RESIDENT, "all", minute, stretch.residentMb());
            grid.add(P99, stretch.phase().title(), minute, Judge.p99(List.of(stretch)));
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

    private Table phaseTable() {
        var table = new Table(List.of(
                "phases", "requests", "hits", "failed with the origin", "p50 of hits, ms", "p99, ms", "longest, ms"));
        seen.byTitle().forEach((title, stretches) -> {
            var hits = Findings.hits(stretches);
            table.add(List.of(
                    title,
                    count(stretches, Account::requests),
                    count(stretches, Account::hits),
                    count(stretches, Account::excusedCount),
                    Numbers.fixed(hits.getValueAtPercentile(50) / NANOS_OF_MILLI, 2),
                    Numbers.fixed(Judge.p99(stretches), 2),
                    Numbers.fixed(hits.getMaxValue() / NANOS_OF_MILLI, 1)));
        });
        return table;
    }

    private static String count(List<Stretch> stretches, ToLongFunction<Account> what) {
        var sum = stretches.stream().map(Stretch::account).mapToLong(what).sum();
        return Numbers.fixed((double) sum, 0);
    }
}
