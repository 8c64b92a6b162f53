package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheTag;
import dev.larder.invalidation.CacheTags;
import dev.larder.rfc9111.CacheGroups;
import dev.larder.rfc9111.HeaderFields;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tags that an origin gives to its responses. Clients of a gateway see one origin, so that the same name is the same tag for all.
 *
 * @param fields names of the fields that list an origin's own tags, separated by spaces or commas
 */
public record OriginTags(List<String> fields) {

    private static final Pattern SEPARATOR = Pattern.compile("[\\s,]+");

    public OriginTags {
        fields = List.copyOf(fields);
    }

    /** Returns the tags of a response: its cache groups (RFC 9875 2) and those in the origin's own fields. */
    public Set<CacheTag> ofResponse(HeaderFields response) {
        if (namesNone(response)) {
            return Set.of();
        }
        Set<CacheTag> tags = groups(response);
        tags.addAll(named(response));
        return tags;
    }

    /** Returns the cache groups of a response (RFC 9875 2). */
    public static Set<CacheTag> groups(HeaderFields response) {
        Set<CacheTag> tags = new HashSet<>();
        CacheGroups.of(response).forEach(group -> tags.add(CacheTags.group(group)));
        return tags;
    }

    /** Returns the tags that the response to a write invalidates (RFC 9875 3, and the origin's own fields). */
    public Set<CacheTag> ofWrite(String method, HeaderFields response) {
        Set<CacheTag> tags = named(response);
        CacheGroups.invalidated(method, response).forEach(group -> tags.add(CacheTags.group(group)));
        return tags;
    }

    private boolean namesNone(HeaderFields response) {
        boolean none = !response.contains(CacheGroups.FIELD);
        for (String field : fields) {
            none = none && !response.contains(field);
        }
        return none;
    }

    private Set<CacheTag> named(HeaderFields response) {
        Set<CacheTag> tags = new HashSet<>();
        for (String field : fields) {
            for (String line : response.values(field)) {
                SEPARATOR
                        .splitAsStream(line)
                        .filter(name -> !name.isEmpty())
                        .forEach(name -> tags.add(CacheTags.named(name)));
            }
        }
        return tags;
    }
}
