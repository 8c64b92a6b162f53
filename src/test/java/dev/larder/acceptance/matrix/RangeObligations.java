package dev.larder.acceptance.matrix;

import java.util.List;

/** Obligations of this kind: a range and a collapsed request get what the origin says. */
final class RangeObligations {

    private RangeObligations() {}

    static List<Obligation> all() {
        return List.of();
    }
}
