package dev.larder.acceptance.matrix;

import java.util.List;

/** Obligations of this kind: one client takes no more than its share. */
final class ShareObligations {

    private ShareObligations() {}

    static List<Obligation> all() {
        return List.of();
    }
}
