package dev.larder.rfc9111;

import java.util.List;
import java.util.Optional;

/**
 * RFC 9110 13.1.2: the condition that the client has no representation that is current.
 *
 * @param any whether any current representation will do
 * @param tags those of the representations it has, if not
 */
public record IfNoneMatch(boolean any, List<EntityTag> tags) {

    public IfNoneMatch {
        tags = List.copyOf(tags);
    }

    /** The condition of a request; nothing if it has none. */
    public static Optional<IfNoneMatch> of(HeaderFields request) {
        List<String> lines = request.values("If-None-Match");
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        boolean any = lines.size() == 1 && lines.get(0).strip().equals("*");
        return Optional.of(new IfNoneMatch(any, any ? List.of() : EntityTag.list(lines)));
    }

    /**
     * Whether the client has what is current, so that a GET or HEAD is answered 304; by weak comparison.
     *
     * @param current the tag of the current representation, if it has one
     */
    public boolean matches(Optional<EntityTag> current) {
        return any || (current.isPresent() && tags.stream().anyMatch(tag -> tag.matchesWeakly(current.get())));
    }
}
