package dev.larder.acceptance.matrix;

import java.util.List;

/** Obligations of this kind: errors, preflights and settings are those of Spring Cloud Gateway. */
final class ChainObligations {

    private ChainObligations() {}

    static List<Obligation> all() {
        return List.of();
    }
}
