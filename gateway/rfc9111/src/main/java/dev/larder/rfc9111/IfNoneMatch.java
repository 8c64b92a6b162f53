package dev.larder.rfc9111;

import java.util.List;
import java.util.Optional;

/**
 * RFC 9110 13.1.2: the condition that the client has no current representation.
 *
 * @param any whether any current representation fails the condition ({@code *})
 * @param tags the tags of the client's representations, otherwise
 */
public record IfNoneMatch(boolean any, List<EntityTag> tags) {

    public IfNoneMatch {
        tags = List.copyOf(tags);
    }

    /** Returns the condition of a request; empty if there is none. */
    public static Optional<IfNoneMatch> of(HeaderFields request) {
        List<String> lines = request.values("If-None-Match");
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        boolean any = lines.size() == 1 && lines.get(0).strip().equals("*");
        return Optional.of(new IfNoneMatch(any, any ? List.of() : EntityTag.list(lines)));
    }

    /**
     * Whether the client has the current representation, by weak comparison, so that a GET or HEAD is answered with 304.
     *
     * @param current the tag of the current representation, if it has one
     */
    public boolean matches(Optional<EntityTag> current) {
        return any || (current.isPresent() && tags.stream().anyMatch(tag -> tag.matchesWeakly(current.get())));
    }
}
