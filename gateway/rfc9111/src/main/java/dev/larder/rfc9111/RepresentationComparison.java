package dev.larder.rfc9111;

import java.util.Optional;
import java.util.Set;

/** RFC 9110 8.8: compares a stored response with the origin's current one, by validators and content. */
public final class RepresentationComparison {

    /** Statuses that depend on the client, or on the moment, and not on the resource. */
    private static final Set<Integer> OF_THE_ASKER = Set.of(304, 401, 403, 407, 408, 425, 429);

    private RepresentationComparison() {}

    /** Whether a response shows the current state of the resource. */
    public static boolean isComparable(ResponseHead current) {
        return current.status() >= 200
                && !StatusCode.isStaleIfErrorStatus(current.status())
                && !OF_THE_ASKER.contains(current.status());
    }

    /** Whether both are of one representation according to their entity tags; empty if one of them has none. */
    public static Optional<Boolean> sameByTags(ResponseHead stored, ResponseHead current) {
        return EntityTag.of(stored.fields())
                .flatMap(before -> EntityTag.of(current.fields()).map(before::matchesWeakly));
    }

    /**
     * Whether both are of one representation. Equal weak entity tags are sufficient: "the representations are equivalent" (RFC
     * 9110 8.8.1); strong ones can only prove a difference. A changed Last-Modified with the same content is no change.
     *
     * @param sameContent whether their contents are identical
     */
    public static boolean isSameRepresentation(ResponseHead stored, ResponseHead current, boolean sameContent) {
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
        return sameContent || before.get().isWeak() || now.get().isWeak();
    }
}
