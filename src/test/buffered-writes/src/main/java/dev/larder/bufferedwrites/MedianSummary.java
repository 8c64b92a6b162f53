package dev.larder.bufferedwrites;

import dev.larder.bufferedwrites.WriteMeasurement.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Medians over rounds, and how many times less bulk took. */
final class MedianSummary {

    private final List<WriteMeasurement> rounds;

    MedianSummary(List<WriteMeasurement> rounds) {
        this.rounds = List.copyOf(rounds);
    }

    /** What has been measured, in the order of the measurements. */
    List<Case> cases() {
        return rounds.stream().map(WriteMeasurement::subject).distinct().toList();
    }

    /** How many times less planning took in bulk. */
    double planning(Case subject) {
        return ratio(subject, true, round -> round.figures().planningMillis());
    }

    /** How many times less execution took in bulk. */
    double execution(Case subject) {
        return ratio(subject, true, round -> round.figures().executionMillis());
    }

    /** How many times sooner the last row was committed in bulk. */
    double wall(Case subject) {
        return ratio(subject, false, round -> round.work().wallMillis());
    }

    /** How many times less CPU time origin and database took in bulk. */
    double cpu(Case subject) {
        return ratio(
                subject,
                false,
                round -> (double) round.work().originMillis() + round.work().databaseMillis());
    }

    private double ratio(Case subject, boolean isExplained, ToDoubleFunction<WriteMeasurement> value) {
        return median(subject, WriteMode.SINGLE, isExplained, value)
                / median(subject, WriteMode.BULK, isExplained, value);
    }

    private double median(Case subject, WriteMode mode, boolean isExplained, ToDoubleFunction<WriteMeasurement> value) {
        double[] sorted = rounds.stream()
                .filter(round -> round.subject().equals(subject) && round.mode() == mode)
                .filter(round -> round.isExplained() == isExplained)
                .mapToDouble(value)
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private long rounds(Case subject) {
        return rounds.stream()
                .filter(round ->
                        round.subject().equals(subject) && round.isExplained() && round.mode() == WriteMode.BULK)
                .count();
    }

    /** Tables in Markdown. */
    List<String> markdown() {
        List<String> lines = new ArrayList<>(List.of(
                "How many times less in bulk than one by one; the prototype's figures in brackets.",
                "",
                "| table | rows | rounds | execution | planning | until the last commit | CPU of origin and database |",
                "|---|---:|---:|---:|---:|---:|---:|"));
        for (Case subject : cases()) {
            PrototypeRatios prototype = PrototypeRatios.FIGURES.get(subject.table());
            lines.add(line(
                    subject.table(),
                    number(subject.size()),
                    number(rounds(subject)),
                    beside(execution(subject), prototype == null ? null : prototype.execution()),
                    beside(planning(subject), prototype == null ? null : prototype.planning()),
                    plain(wall(subject)),
                    plain(cpu(subject))));
        }
        lines.addAll(List.of(
                "",
                "Medians of one by one / bulk.",
                "",
                "| table | rows | statements | planning, ms | execution, ms | last commit, ms | p50, us | p99, us |"
                        + " origin CPU, ms | database CPU, ms | gateway CPU, ms |",
                "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"));
        cases().forEach(subject -> lines.add(medians(subject)));
        return lines;
    }

    private String medians(Case subject) {
        return line(
                subject.table(),
                number(subject.size()),
                both(subject, false, round -> round.figures().statements()),
                both(subject, true, round -> round.figures().planningMillis()),
                both(subject, true, round -> round.figures().executionMillis()),
                both(subject, false, round -> round.work().wallMillis()),
                both(subject, false, round -> round.sent().p50Micros()),
                both(subject, false, round -> round.sent().p99Micros()),
                both(subject, false, round -> round.work().originMillis()),
                both(subject, false, round -> round.work().databaseMillis()),
                both(subject, false, round -> round.work().gatewayMillis()));
    }

    private String both(Case subject, boolean isExplained, ToDoubleFunction<WriteMeasurement> value) {
        return amount(median(subject, WriteMode.SINGLE, isExplained, value))
                + " / "
                + amount(median(subject, WriteMode.BULK, isExplained, value));
    }

    private static String line(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String beside(double value, @Nullable Double published) {
        return plain(value) + (published == null ? "" : " (" + plain(published) + ")");
    }

    private static String plain(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String amount(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
