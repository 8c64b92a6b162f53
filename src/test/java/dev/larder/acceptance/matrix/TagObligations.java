package dev.larder.acceptance.matrix;

import java.util.List;

/** Obligations of this kind: after a write, no read on any route is answered by the state before it. */
final class TagObligations {

    private TagObligations() {}

    static List<Obligation> all() {
        return List.of();
    }
}
