package dev.larder.gateway.rule;

import dev.larder.invalidation.ResourcePath;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a request is for, by the names that others may know it by: the path that the client requested, and the one that the route
 * forwards. Clients of one gateway name a resource alike, whichever routes and origins they reach; an origin names it alike, whichever
 * routes rewrite paths.
 *
 * @param method the request method
 * @param forwarded the URI that is forwarded
 * @param requested the path that the client requested, as it was received
 */
public record NamedTarget(String method, URI forwarded, String requested) {

    /** Creates a target that the client names like the origin. */
    public NamedTarget(String method, URI forwarded) {
        this(method, forwarded, raw(forwarded));
    }

    /** Returns the path that is forwarded, by which rules apply. */
    ResourcePath path() {
        return ResourcePath.of(raw(forwarded));
    }

    /** Returns all paths by all their readings, each once; that which is forwarded is the first. */
    List<ResourcePath> paths() {
        List<ResourcePath> paths = ResourcePath.readings(raw(forwarded));
        return requested.equals(raw(forwarded))
                ? paths
                : Stream.concat(paths.stream(), ResourcePath.readings(requested).stream())
                        .distinct()
                        .toList();
    }

    /**
     * Returns the paths of a URI that the origin names in its response: as it is, and as it is named by others if a route or a proxy
     * puts other segments before the rest of the path, and the other way round.
     *
     * @param target the URI of this target in the name space in which the origin names it
     */
    public List<ResourcePath> paths(URI named, URI target) {
        List<ResourcePath> paths = ResourcePath.readings(raw(named));
        if (raw(target).equals(raw(forwarded)) && raw(target).equals(requested)) {
            return paths;
        }
        List<String> one = ResourcePath.of(raw(target)).segments();
        return Stream.of(path(), ResourcePath.of(requested))
                .map(ResourcePath::segments)
                .distinct()
                .flatMap(other -> paths.stream().flatMap(path -> moved(path, one, other)))
                .distinct()
                .toList();
    }

    private static Stream<ResourcePath> moved(ResourcePath path, List<String> one, List<String> other) {
        int common = 0;
        while (common < Math.min(one.size(), other.size())
                && one.get(one.size() - 1 - common).equals(other.get(other.size() - 1 - common))) {
            common++;
        }
        List<String> before = one.subList(0, one.size() - common);
        List<String> instead = other.subList(0, other.size() - common);
        return Stream.of(path, replaced(path, before, instead), replaced(path, instead, before));
    }

    private static ResourcePath replaced(ResourcePath path, List<String> from, List<String> to) {
        List<String> segments = path.segments();
        if (segments.size() < from.size() || !segments.subList(0, from.size()).equals(from)) {
            return path;
        }
        List<String> moved = new ArrayList<>(to);
        moved.addAll(segments.subList(from.size(), segments.size()));
        return new ResourcePath(moved);
    }

    private static String raw(URI uri) {
        return Objects.requireNonNullElse(uri.getRawPath(), "");
    }
}
