package dev.larder.compare.report;

import dev.larder.compare.peer.ComparedServer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** All rounds of a scenario, and the table of them. */
public final class MeasurementRounds {

    private static final double MICROS = 1e6;
    private static final double MEGA = 1e-6;

    private final Map<ComparedServer, List<MeasurementRound>> rounds = new EnumMap<>(ComparedServer.class);

    /** Adds one. */
    public void add(ComparedServer peer, MeasurementRound round) {
        rounds.computeIfAbsent(peer, any -> new ArrayList<>()).add(round);
    }

    /** Whether there is nothing to show. */
    public boolean isEmpty() {
        return rounds.isEmpty();
    }

    /** One row for each server; the ratios are of medians of requests per CPU second. */
    public String table(List<ComparedServer> baselines) {
        var measured = baselines.stream().filter(rounds::containsKey).toList();
        var headings = new ArrayList<>(List.of(
                "server", "requests/s, median (min .. max)", "requests/CPU s, median (min .. max)", "CPU us/request"));
        measured.forEach(baseline -> headings.add("x " + baseline));
        headings.addAll(List.of("errors", "origin asked", "others' CPU"));
        var table = new MarkdownTable(headings);
        rounds.keySet().forEach(peer -> table.add(row(peer, measured)));
        return table.toString();
    }

    /**
     * The same in octets, for bodies so large that a round has few requests and cuts off some at its end; the ratios are of
     * medians per CPU second.
     */
    public String octets(List<ComparedServer> baselines) {
        var measured = baselines.stream().filter(rounds::containsKey).toList();
        var headings = new ArrayList<>(List.of("server", "MB/s, median (min .. max)", "MB/CPU s, median (min .. max)"));
        measured.forEach(baseline -> headings.add("x " + baseline));
        var table = new MarkdownTable(headings);
        for (var peer : rounds.keySet()) {
            var cpu = spread(peer, round -> MEGA * round.octetsPerCpuSecond());
            var cells = new ArrayList<>(List.of(
                    peer.toString(),
                    spread(peer, round -> MEGA * round.octetsPerSecond()).text(0),
                    cpu.text(0)));
            measured.forEach(baseline -> cells.add(number(
                    "%.2f",
                    cpu.median()
                            / spread(baseline, round -> MEGA * round.octetsPerCpuSecond())
                                    .median())));
            table.add(cells);
        }
        return table.toString();
    }

    private List<String> row(ComparedServer peer, List<ComparedServer> baselines) {
        var cpu = spread(peer, MeasurementRound::perCpuSecond);
        var cells = new ArrayList<String>();
        cells.add(peer.toString());
        cells.add(spread(peer, MeasurementRound::perSecond).text(0));
        cells.add(cpu.text(0));
        cells.add(number("%.1f", MICROS / cpu.median()));
        for (var baseline : baselines) {
            cells.add(number(
                    "%.2f",
                    cpu.median()
                            / spread(baseline, MeasurementRound::perCpuSecond).median()));
        }
        cells.add(Long.toString(rounds.getOrDefault(peer, List.of()).stream()
                .mapToLong(round -> round.sent().errors())
                .sum()));
        cells.add(number(
                "%.1f %%", 100 * spread(peer, MeasurementRound::originShare).median()));
        cells.add(number(
                "%.1f %%", 100 * spread(peer, MeasurementRound::othersShare).max()));
        return cells;
    }

    private MedianRange spread(ComparedServer peer, ToDoubleFunction<MeasurementRound> value) {
        return MedianRange.of(rounds.getOrDefault(peer, List.of()).stream()
                .map(round -> value.applyAsDouble(round))
                .toList());
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
