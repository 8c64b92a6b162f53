package dev.larder.experiments.report;

import java.util.OptionalDouble;

/** How small a cache may be. */
public final class SufficientCacheSize {

    private SufficientCacheSize() {}

    /**
     * The smallest place at which the line has that part of its value at the last place; between two places it is taken to be
     * straight. Empty for a line without readings or without any value at the end.
     */
    public static OptionalDouble keeping(MeasurementGrid grid, String metric, String line, double part) {
        var places = grid.places(metric).stream()
                .filter(place -> grid.median(metric, line, place).isPresent())
                .toList();
        if (places.isEmpty()) {
            return OptionalDouble.empty();
        }
        var wanted = part * value(grid, metric, line, places.get(places.size() - 1));
        if (wanted <= 0) {
            return OptionalDouble.empty();
        }
        var index = 0;
        while (value(grid, metric, line, places.get(index)) < wanted) {
            index++;
        }
        if (index == 0) {
            return OptionalDouble.of(places.get(0));
        }
        var low = value(grid, metric, line, places.get(index - 1));
        var high = value(grid, metric, line, places.get(index));
        var step = (wanted - low) / (high - low);
        return OptionalDouble.of(places.get(index - 1) + step * (places.get(index) - places.get(index - 1)));
    }

    private static double value(MeasurementGrid grid, String metric, String line, double place) {
        return grid.median(metric, line, place).orElseThrow();
    }
}
