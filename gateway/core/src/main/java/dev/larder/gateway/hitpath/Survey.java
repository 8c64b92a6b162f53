package dev.larder.gateway.hitpath;

import java.util.ArrayList;
import java.util.List;

/**
 * How early hits can be answered as far as one thing is concerned, an application or a route, and why not earlier.
 *
 * @param level the earliest level at which every answer is the same as at the gateway's
 * @param reasons one sentence for each thing that stands in the way of an earlier one
 */
public record Survey(HitLevel level, List<String> reasons) {

    /** Nothing stands in the way. */
    static final Survey CLEAR = new Survey(HitLevel.CONNECTION, List.of());

    public Survey {
        reasons = List.copyOf(reasons);
    }

    /** What holds where both do. */
    Survey and(Survey other) {
        List<String> all = new ArrayList<>(reasons);
        all.addAll(other.reasons);
        return new Survey(level.compareTo(other.level) < 0 ? level : other.level, all);
    }

    /** This one, and something that allows this level and no earlier one. */
    Survey atMost(HitLevel most, String reason) {
        return and(new Survey(most, List.of(reason)));
    }
}
