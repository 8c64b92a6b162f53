package dev.larder.gateway.rule;

import dev.larder.cache.spi.CacheTag;
import dev.larder.invalidation.CacheTags;
import dev.larder.rfc9111.CacheGroups;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.UnsafeMethods;
import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tags that an origin gives to its responses. Clients of a gateway see one origin, so that the same name is the same tag for all.
 *
 * @param fields names of the fields that list an origin's own tags, separated by spaces or commas
 */
public record OriginTags(List<String> fields) {

    /** Names in this field are compared without regard to case where it is from, the content delivery network Cloudflare. */
    private static final String CACHE_TAG = "Cache-Tag";

    private static final Pattern SEPARATOR = Pattern.compile("[\\s,]+");

    /** What a person does not read as part of a name: marks around it, and separators of other lists. */
    private static final Pattern MARKS = Pattern.compile("[\\s,;\"'\\[\\](){}<>]+");

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"|'([^']+)'");

    public OriginTags {
        fields = List.copyOf(fields);
    }

    /** Returns the tags of a response: its cache groups (RFC 9875 2) and those in the origin's own fields. */
    public Set<CacheTag> ofResponse(HeaderFields response) {
        if (isUntagged(response)) {
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

    /**
     * Returns the tags that the response to a write names, so that they are invalidated, whichever way the origin got the write: groups
     * (RFC 9875 3), the origin's own tags, the targets themselves, what Location and Content-Location name (RFC 9111 4.4), and
     * {@link #ofDestination}.
     *
     * @param request the request of the write
     * @param written that of the write
     * @param targets URIs of what is written to: as it was sent to the origin, and as each proxy before it names it
     */
    public Set<CacheTag> ofWrite(
            RequestHead request, ResourceTags written, Collection<URI> targets, ResponseHead response) {
        Set<CacheTag> tags = named(response.fields());
        CacheGroups.invalidated(request.method(), response.fields()).forEach(group -> tags.add(CacheTags.group(group)));
        Set<String> paths = new HashSet<>();
        for (URI target : targets) {
            for (URI uri : UnsafeMethods.targets(at(target, request), response)) {
                if (!uri.equals(target) || paths.add(target.getRawPath())) {
                    tags.addAll(written.ofNamed(uri, target));
                }
            }
        }
        tags.addAll(ofDestination(request, written, () -> targets));
        return tags;
    }

    /** Returns the tags of what COPY or MOVE writes to beside its target (RFC 4918 9.8 and 9.9). */
    public static Set<CacheTag> ofDestination(
            RequestHead request, ResourceTags written, Supplier<? extends Collection<URI>> targets) {
        if (!UnsafeMethods.hasDestination(request.method())) {
            return Set.of();
        }
        Set<CacheTag> tags = new HashSet<>();
        for (URI target : targets.get()) {
            UnsafeMethods.destinations(at(target, request))
                    .forEach(uri -> tags.addAll(written.ofDestination(uri, target)));
        }
        return tags;
    }

    private static RequestHead at(URI target, RequestHead request) {
        return new RequestHead(request.method(), target, request.fields());
    }

    private boolean isUntagged(HeaderFields response) {
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
                names(line).filter(name -> !name.isEmpty()).forEach(name -> {
                    tags.add(CacheTags.named(name));
                    if (field.equalsIgnoreCase(CACHE_TAG)) {
                        tags.add(CacheTags.named(name.toLowerCase(Locale.ROOT)));
                    }
                });
            }
        }
        return tags;
    }

    /**
     * Returns the names in a line, in every way that a person may read it: a name between quotation marks is one with them and without.
     * To have a tag, or to invalidate one, costs a response at most, and the contrary may keep an old one.
     */
    private static Stream<String> names(String line) {
        Stream<String> names = SEPARATOR.splitAsStream(line);
        if (!MARKS.matcher(SEPARATOR.matcher(line).replaceAll("")).find()) {
            return names;
        }
        Stream<String> quoted = QUOTED.matcher(line)
                .results()
                .map(text -> text.group(1) == null ? text.group(2) : text.group(1))
                .map(String::strip);
        return Stream.of(names, MARKS.splitAsStream(line), quoted).flatMap(each -> each);
    }
}
