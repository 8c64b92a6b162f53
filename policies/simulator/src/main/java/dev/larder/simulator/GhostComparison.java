package dev.larder.simulator;

import dev.larder.policies.ghost.GhostReport;
import dev.larder.policies.ghost.HitRatioCurve;
import dev.larder.policies.ghost.HitRatioPoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Compares the estimates of ghosts for a trace with the exact results. */
record GhostComparison(String trace, long seed, List<Row> rows, GhostReport ghosts) {

    static final String HEADER =
            "trace,seed,policy,capacity,hit_ratio,ghost_hit_ratio,byte_hit_ratio,ghost_byte_hit_ratio";
    private static final double POINTS = 100;

    /** One policy at one size. */
    record Row(ReplayResult exact, HitRatioPoint ghost) {

        double error() {
            return POINTS * Math.abs(ghost.hitRatio() - exact.hitRatio());
        }

        double byteError() {
            return POINTS * Math.abs(ghost.byteHitRatio() - exact.byteHitRatio());
        }
    }

    static GhostComparison of(List<ReplayResult> exact, long seed, GhostReport ghosts) {
        List<Row> rows = new ArrayList<>();
        for (ReplayResult outcome : exact) {
            for (HitRatioCurve curve : ghosts.curves()) {
                if (curve.policy().id().equals(outcome.policy())) {
                    curve.points().stream()
                            .filter(point -> point.capacity() == outcome.capacity())
                            .forEach(point -> rows.add(new Row(outcome, point)));
                }
            }
        }
        return new GhostComparison(exact.get(0).trace(), seed, List.copyOf(rows), ghosts);
    }

    /** Mean absolute error over all policies and sizes, in percentage points. */
    double mean(ToDoubleFunction<Row> error) {
        return rows.stream().mapToDouble(error).average().orElse(0);
    }

    private double worst(ToDoubleFunction<Row> error) {
        return rows.stream().mapToDouble(error).max().orElse(0);
    }

    /** Prints a human-readable line. */
    void print(PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%s, seed %d: mean error %.2f points (worst %.2f), of bytes %.2f (worst %.2f); %d keys by chance (1 in %d),"
                        + " %d heaviest, of %.0f; %d KB%n",
                trace,
                seed,
                mean(Row::error),
                worst(Row::error),
                mean(Row::byteError),
                worst(Row::byteError),
                ghosts.drawn(),
                ghosts.oneIn(),
                ghosts.heaviest(),
                ghosts.keys(),
                ghosts.bytes() >> 10);
        out.flush();
    }

    /** Prints each policy and size. */
    void printRows(PrintWriter out) {
        String columns = "%-13s %15s %9s %9s %9s %9s%n";
        out.printf(columns, "policy", "capacity", "hits", "ghost", "bytes", "ghost");
        for (Row row : rows) {
            out.printf(
                    columns,
                    row.exact.policy(),
                    row.exact.capacity(),
                    rounded(row.exact.hitRatio()),
                    rounded(row.ghost.hitRatio()),
                    rounded(row.exact.byteHitRatio()),
                    rounded(row.ghost.byteHitRatio()));
        }
        out.flush();
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    /** Writes a file of comma-separated values. */
    static void csv(List<GhostComparison> comparisons, Path file) throws IOException {
        Stream<String> lines = comparisons.stream().flatMap(GhostComparison::lines);
        Files.write(file, Stream.concat(Stream.of(HEADER), lines).toList());
    }

    private Stream<String> lines() {
        return rows.stream()
                .map(row -> String.format(
                        Locale.ROOT,
                        "%s,%d,%s,%d,%.6f,%.6f,%.6f,%.6f",
                        trace,
                        seed,
                        row.exact.policy(),
                        row.exact.capacity(),
                        row.exact.hitRatio(),
                        row.ghost.hitRatio(),
                        row.exact.byteHitRatio(),
                        row.ghost.byteHitRatio()));
    }
}
