package dev.larder.insight.advisor;

import java.util.ArrayList;
import java.util.List;

/**
 * Store sizes that the advisor compares with the live one. A bean of this type replaces the default.
 *
 * @param bytes the sizes; empty for those from a thousandth of the live size to its double, by factors of two
 */
public record TriedSizes(List<Long> bytes) {

    /** Factors of two cover every size worth trying; the curve is interpolated between them. */
    public static final TriedSizes DEFAULT = new TriedSizes(List.of());

    private static final int HALVINGS = 10;

    public TriedSizes {
        bytes = List.copyOf(bytes);
    }

    /** Returns the live size, followed by the others. */
    public List<Long> beside(long live) {
        List<Long> tried = new ArrayList<>(List.of(live));
        tried.addAll(bytes);
        if (bytes.isEmpty()) {
            tried.add(2 * live);
            for (int halving = 1; halving <= HALVINGS; halving++) {
                tried.add(Math.max(1, live >> halving));
            }
        }
        return tried;
    }
}
