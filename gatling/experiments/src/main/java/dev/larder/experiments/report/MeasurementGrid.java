package dev.larder.experiments.report;

import dev.larder.compare.report.MedianRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/** Readings of several metrics, each for a line of a plot at a place on its axis, repeated; everything else is derived. */
public final class MeasurementGrid {

    private final String axis;
    private final Map<Cell, List<Double>> readings = new LinkedHashMap<>();

    /** With this name of what the lines are drawn over. */
    public MeasurementGrid(String axis) {
        this.axis = axis;
    }

    private record Cell(String metric, String line, double x) {}

    /** What the lines are drawn over. */
    public String axis() {
        return axis;
    }

    /** Adds a reading; a further one of the same metric, line and place is a repetition. */
    public void add(String metric, String line, double x, double value) {
        readings.computeIfAbsent(new Cell(metric, line, x), any -> new ArrayList<>())
                .add(value);
    }

    /** Of a metric, in the order of their first reading. */
    public Set<String> lines(String metric) {
        var lines = new LinkedHashSet<String>();
        readings.keySet().stream().filter(cell -> cell.metric().equals(metric)).forEach(cell -> lines.add(cell.line()));
        return lines;
    }

    /** Of a metric, sorted. */
    public Set<Double> places(String metric) {
        var places = new TreeSet<Double>();
        readings.keySet().stream().filter(cell -> cell.metric().equals(metric)).forEach(cell -> places.add(cell.x()));
        return places;
    }

    /** Median, least and largest of the repetitions. */
    public Optional<MedianRange> spread(String metric, String line, double x) {
        return Optional.ofNullable(readings.get(new Cell(metric, line, x))).map(MedianRange::of);
    }

    /** The median of the repetitions. */
    public OptionalDouble median(String metric, String line, double x) {
        return spread(metric, line, x)
                .map(spread -> OptionalDouble.of(spread.median()))
                .orElse(OptionalDouble.empty());
    }

    /** Every reading as a line of CSV, the heading first. */
    public List<String> csv() {
        var rows = new ArrayList<String>();
        rows.add("metric,line," + quoted(axis) + ",repetition,value");
        readings.forEach((cell, values) -> {
            for (var repetition = 0; repetition < values.size(); repetition++) {
                rows.add(String.format(
                        Locale.ROOT,
                        "%s,%s,%s,%d,%.6g",
                        quoted(cell.metric()),
                        quoted(cell.line()),
                        NumberFormats.plain(cell.x()),
                        repetition + 1,
                        values.get(repetition)));
            }
        });
        return rows;
    }

    /** RFC 4180 2. */
    private static String quoted(String field) {
        return field.contains(",") ? '"' + field + '"' : field;
    }
}
