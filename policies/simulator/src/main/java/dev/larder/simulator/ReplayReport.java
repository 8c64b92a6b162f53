package dev.larder.simulator;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Formats replay results as text. */
final class ReplayReport {

    static final String HEADER = "trace,policy,capacity,requests,hit_ratio,byte_hit_ratio,miss_penalty,ns_per_op";

    private ReplayReport() {}

    /** Writes a file of comma-separated values. */
    static void csv(List<ReplayResult> outcomes, Path file) throws IOException {
        List<String> lines = outcomes.stream().map(ReplayReport::line).toList();
        Files.write(file, Stream.concat(Stream.of(HEADER), lines.stream()).toList());
    }

    private static String line(ReplayResult outcome) {
        return String.format(
                Locale.ROOT,
                "%s,%s,%d,%d,%.6f,%.6f,%.6f,%.1f",
                quoted(outcome.trace()),
                outcome.policy(),
                outcome.capacity(),
                outcome.requests(),
                outcome.hitRatio(),
                outcome.byteHitRatio(),
                outcome.missPenalty(),
                outcome.nsPerOp());
    }

    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    /** Prints a human-readable table. */
    static void table(List<ReplayResult> outcomes, PrintWriter out) {
        int width = outcomes.stream()
                .mapToInt(outcome -> outcome.trace().length())
                .max()
                .orElse(0);
        String columns = "%-" + Math.max(5, width) + "s  %-13s %15s %12s %9s %14s %12s %9s%n";
        out.printf(Locale.ROOT, columns, (Object[]) HEADER.split(",", -1));
        for (ReplayResult outcome : outcomes) {
            out.printf(
                    Locale.ROOT,
                    columns,
                    outcome.trace(),
                    outcome.policy(),
                    outcome.capacity(),
                    outcome.requests(),
                    rounded(outcome.hitRatio(), 4),
                    rounded(outcome.byteHitRatio(), 4),
                    rounded(outcome.missPenalty(), 3),
                    rounded(outcome.nsPerOp(), 0));
        }
        out.flush();
    }

    private static String rounded(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
