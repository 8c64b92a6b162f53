package dev.larder.rfc9111;

import java.util.Optional;
import java.util.Set;

/** RFC 9110 8.8: whether what is stored is what the origin would send now, by validators and content. */
public final class RepresentationComparison {

    /** Statuses that speak of the asker, or of the moment, and not of the resource. */
    private static final Set<Integer> OF_THE_ASKER = Set.of(304, 401, 403, 407, 408, 425, 429);

    private RepresentationComparison() {}

    /** Whether an answer tells what the resource is now. */
    public static boolean tells(ResponseHead current) {
        return current.status() >= 200
                && !StatusCode.serverError(current.status())
                && !OF_THE_ASKER.contains(current.status());
    }

    /** Whether both are of one representation, as far as their entity tags tell: empty if one of them has none. */
    public static Optional<Boolean> sameByTags(ResponseHead stored, ResponseHead current) {
        return EntityTag.of(stored.fields())
                .flatMap(before -> EntityTag.of(current.fields()).map(before::matchesWeakly));
    }

    /**
     * Whether both are of one representation. A weak entity tag says so by itself: "the representations are equivalent"
     * (RFC 9110 8.8.1); a strong one can only deny it. A changed Last-Modified over the same content is no change.
     *
     * @param sameContent whether their contents are identical
     */
    public static boolean same(ResponseHead stored, ResponseHead current, boolean sameContent) {
        if (stored.status() != current.status()) {
            return false;
        }
        Optional<EntityTag> before = EntityTag.of(stored.fields());
        Optional<EntityTag> now = EntityTag.of(current.fields());
        if (before.isEmpty() || now.isEmpty()) {
            return sameContent;
        }
        if (!before.get().matchesWeakly(now.get())) {
            return false;
        }
        return sameContent || before.get().weak() || now.get().weak();
    }
}
