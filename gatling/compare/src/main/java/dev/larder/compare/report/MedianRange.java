package dev.larder.compare.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/**
 * Several measurements of the same thing.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param min the smallest
 * @param max the largest
 */
public record MedianRange(double median, double min, double max) {

    /** Of at least one value. */
    public static MedianRange of(Collection<Double> values) {
        var sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        var middle = sorted.length / 2;
        var median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new MedianRange(median, sorted[0], Arrays.stream(sorted).max().orElse(median));
    }

    /** The median with the smallest and the largest beside it, with so many decimals. */
    public String text(int decimals) {
        var number = "%,." + decimals + "f";
        return String.format(Locale.ROOT, number + " (" + number + " .. " + number + ")", median, min, max);
    }
}
