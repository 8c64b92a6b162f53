package dev.larder.acceptance.matrix;

import java.util.List;

/** Obligations of this kind: the fields of a response restrict what they restrict, however they are spelled. */
final class HeadObligations {

    private HeadObligations() {}

    static List<Obligation> all() {
        return List.of();
    }
}
