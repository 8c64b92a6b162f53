package dev.larder.acceptance.matrix;

import java.util.List;

/** Obligations of this kind: a client gets the coding and the identity that are its own. */
final class CodingObligations {

    private CodingObligations() {}

    static List<Obligation> all() {
        return List.of();
    }
}
