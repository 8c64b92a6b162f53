package dev.larder.rfc9111;

import java.util.List;
import java.util.Set;

/** RFC 9875: groups of stored responses of one origin, named by that origin. */
public final class CacheGroups {

    /** The response field that lists its groups. */
    public static final String FIELD = "Cache-Groups";

    private CacheGroups() {}

    /** RFC 9875 2: returns the groups of a response. */
    public static Set<String> of(HeaderFields response) {
        return groups(response, FIELD);
    }

    /**
     * RFC 9875 3: returns the groups that a response invalidates. "MUST be ignored on responses to requests that have a
     * safe method".
     *
     * @param method method of the request
     */
    public static Set<String> invalidated(String method, HeaderFields response) {
        return UnsafeMethods.isUnsafe(method) ? groups(response, "Cache-Group-Invalidation") : Set.of();
    }

    private static Set<String> groups(HeaderFields response, String field) {
        return response.contains(field)
                ? Set.copyOf(
                        StructuredDictionary.strings(response.combined(field)).orElse(List.of()))
                : Set.of();
    }
}
