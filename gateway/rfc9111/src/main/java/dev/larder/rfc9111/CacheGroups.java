package dev.larder.rfc9111;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** RFC 9875: groups of stored responses of one origin, named by that origin. */
public final class CacheGroups {

    /** The response field that lists its groups. */
    public static final String FIELD = "Cache-Groups";

    private static final Pattern SEPARATORS = Pattern.compile("[\\s,;\"']+");

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
        if (!response.contains(field)) {
            return Set.of();
        }
        String value = response.combined(field);
        return StructuredDictionary.strings(value).<Set<String>>map(Set::copyOf).orElseGet(() -> readable(value));
    }

    /**
     * The members that a person reads in a list that is malformed, such as tokens in place of strings: to belong to a group, or to
     * invalidate one, costs a response at most, and the contrary may keep an old one.
     */
    private static Set<String> readable(String value) {
        return Stream.concat(FieldList.elements(value).stream(), SEPARATORS.splitAsStream(value))
                .map(member -> FieldList.isQuotedString(member) ? member.substring(1, member.length() - 1) : member)
                .filter(member -> !member.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }
}
