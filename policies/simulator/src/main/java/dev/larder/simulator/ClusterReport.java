package dev.larder.simulator;

import dev.larder.simulator.cluster.ClusterCase;
import dev.larder.simulator.cluster.ClusterSimulationResult;
import dev.larder.simulator.cluster.ClusterSimulationResult.Hits;
import dev.larder.simulator.cluster.MessageCosts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Formats cluster results as text. */
final class ClusterReport {

    static final String HEADER = "members,writes,variant,inval_msg_s,lease_msg_s,load,ack_p50_ms,ack_p99_ms,"
            + "near,shared,origin,hit_us,msg_kb_s,data_kb_s,limits";

    private static final String COLUMNS = "%7s %6s %-12s %11s %11s %8s %10s %10s %5s %6s %6s %6s %9s %9s %s%n";
    private static final String NONE = "none";
    private static final double PERCENT = 100;
    private static final double MILLI = 1e6;
    private static final double MICRO = 1e3;
    private static final double KILO = 1e3;

    private final List<ClusterSimulationResult> figures;
    private final MessageCosts costs;

    ClusterReport(List<ClusterSimulationResult> figures, MessageCosts costs) {
        this.figures = figures;
        this.costs = costs;
    }

    /** Writes a file of comma-separated values. */
    void save(Path file) throws IOException {
        Stream<String> lines = figures.stream().map(each -> String.join(",", row(each)));
        Files.write(file, Stream.concat(Stream.of(HEADER), lines).toList());
    }

    /** Prints a human-readable table, and the first variant that keeps the limits. */
    void print(PrintWriter out) {
        out.printf(Locale.ROOT, COLUMNS, (Object[]) HEADER.split(",", -1));
        for (ClusterSimulationResult each : figures) {
            out.printf(Locale.ROOT, COLUMNS, row(each).toArray());
        }
        out.println();
        out.println("first variant that keeps the limits (p99 up to 100 ms, load up to 0.3):");
        verdicts().forEach(out::println);
        out.flush();
    }

    private List<String> row(ClusterSimulationResult each) {
        return List.of(
                Integer.toString(each.cell().members()),
                writes(each.cell()),
                each.cell().variant().id(),
                rounded(each.messages().publications(), 0),
                rounded(each.messages().heartbeats(), 0),
                rounded(each.messages().load(), 3),
                rounded(each.delays().median() / MILLI, 2),
                rounded(each.delays().p99() / MILLI, 2),
                rounded(each.hits().near(), 3),
                rounded(each.hits().shared(), 3),
                rounded(each.hits().origin(), 3),
                rounded(hitTime(each.hits()), 0),
                rounded(each.messages().bytes() / KILO, 0),
                rounded(each.hits().bytes() / KILO, 0),
                limits(each));
    }

    /** Returns the mean microseconds that a hit waits for other members; a near hit does not wait. */
    private double hitTime(Hits hits) {
        double all = hits.near() + hits.shared();
        return all == 0 ? 0 : hits.shared() / all * costs.remoteGet() / MICRO;
    }

    private static String limits(ClusterSimulationResult each) {
        if (each.isSaturated()) {
            return "saturated";
        }
        return each.isWithinLimits() ? "kept" : "exceeded";
    }

    /** Returns a sentence for each size and fraction of writes. */
    List<String> verdicts() {
        Map<String, String> first = new LinkedHashMap<>();
        for (ClusterSimulationResult each : figures) {
            String cluster = each.cell().members() + " members, " + writes(each.cell()) + " writes";
            first.merge(cluster, each.isWithinLimits() ? each.cell().variant().id() : NONE, ClusterReport::first);
        }
        return first.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .toList();
    }

    private static String first(String earlier, String later) {
        return earlier.equals(NONE) ? later : earlier;
    }

    static String writes(ClusterCase clusterCase) {
        return rounded(clusterCase.writes() * PERCENT, 1) + '%';
    }

    private static String rounded(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
