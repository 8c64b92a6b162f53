package dev.larder.experiments.report;

import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** What two lines of a grid are to each other. */
public final class PlotLineRatios {

    private PlotLineRatios() {}

    /** The largest ratio of the medians of one line to those of another, over all places from one on that both have. */
    public static OptionalDouble worst(MeasurementGrid grid, String metric, String line, String base, double from) {
        return all(grid, metric, line, base, from).max();
    }

    /** The smallest such ratio. */
    public static OptionalDouble best(MeasurementGrid grid, String metric, String line, String base, double from) {
        return all(grid, metric, line, base, from).min();
    }

    private static DoubleStream all(MeasurementGrid grid, String metric, String line, String base, double from) {
        return grid.places(metric).stream()
                .filter(place -> place >= from)
                .flatMapToDouble(place -> at(grid, metric, line, base, place).stream());
    }

    /** The ratio of medians at a place, where both have one. */
    public static OptionalDouble at(MeasurementGrid grid, String metric, String line, String base, double place) {
        var mine = grid.median(metric, line, place);
        var other = grid.median(metric, base, place);
        return mine.isPresent() && other.isPresent() && other.getAsDouble() != 0
                ? OptionalDouble.of(mine.getAsDouble() / other.getAsDouble())
                : OptionalDouble.empty();
    }

    /**
     * From which place on the line stays below the other: between two places the difference is taken to be straight. Empty if
     * it is above at the last place; the first place if it is below everywhere.
     */
    public static OptionalDouble below(MeasurementGrid grid, String metric, String line, String base) {
        var places = grid.places(metric).stream()
                .filter(place -> at(grid, metric, line, base, place).isPresent())
                .toList();
        var index = places.size() - 1;
        if (index < 0 || difference(grid, metric, line, base, places.get(index)) >= 0) {
            return OptionalDouble.empty();
        }
        while (index > 0 && difference(grid, metric, line, base, places.get(index - 1)) < 0) {
            index--;
        }
        if (index == 0) {
            return OptionalDouble.of(places.get(0));
        }
        var above = difference(grid, metric, line, base, places.get(index - 1));
        var under = difference(grid, metric, line, base, places.get(index));
        var part = above / (above - under);
        return OptionalDouble.of(places.get(index - 1) + part * (places.get(index) - places.get(index - 1)));
    }

    private static double difference(MeasurementGrid grid, String metric, String line, String base, double place) {
        return grid.median(metric, line, place).orElseThrow()
                - grid.median(metric, base, place).orElseThrow();
    }
}
