package dev.larder.fuzz;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.TaggedResource;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A path, how another spells it, and the tags that an origin names. */
public final class TagFuzz {

    private static final OriginTags NAMED = new OriginTags(List.of("Cache-Tag", "Surrogate-Key"));

    private static final RequestHead POST =
            new RequestHead("POST", URI.create("http://origin.test/items"), HeaderFields.EMPTY);

    private static final ResourceTags WRITTEN = new ResourceTags(
            TaggedResource.of(ResourcePath.of("/")), RequestRule.none(CachePolicy.DEFAULT, false), Couplings.NONE);

    private TagFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        String path = "/" + input.line();
        HeaderFields response = HeaderFields.of("Cache-Groups", input.line(), "Cache-Tag", input.line());
        reaches(path, spelled(path, input));
        Set<CacheTag> tags = NAMED.ofResponse(response);
        HeaderFields write = HeaderFields.of(
                "Cache-Group-Invalidation",
                response.combined("Cache-Groups"),
                "Cache-Tag",
                response.combined("Cache-Tag"));
        FuzzAssertions.equal(
                NAMED.ofWrite(POST, WRITTEN, List.of(), new ResponseHead(200, write)),
                tags,
                () -> "a write that names what is stored: " + response);
        EpochStamp stamp = EpochStamp.of(1, tags);
        FuzzAssertions.hold(tags.stream().allMatch(stamp::has), () -> "a stamp without its tags: " + tags);
    }

    /** A write under one spelling reaches what was read under the other, whatever its scope. */
    private static void reaches(String read, String written) {
        ResourcePath one = ResourcePath.of(read);
        ResourcePath other = ResourcePath.of(written);
        FuzzAssertions.equal(other, one, () -> written + " for " + read);
        FuzzAssertions.hold(one.segments().size() <= ResourcePath.MAX_SEGMENTS, one::toString);
        Set<CacheTag> ofRead = TaggedResource.of(one).ofResponse();
        for (InvalidationScope scope : InvalidationScope.values()) {
            Set<CacheTag> ofWrite = TaggedResource.of(other).ofWrite(scope);
            FuzzAssertions.hold(
                    ofWrite.stream().anyMatch(ofRead::contains), () -> scope + " of " + written + " for " + read);
        }
    }

    /** Another spelling: letters encoded or in capitals, slashes doubled, a parameter at the end. */
    private static String spelled(String path, FuzzInput input) {
        var spelled = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            boolean inEscape = path.indexOf('%', Math.max(0, i - 2)) >= 0 && path.indexOf('%', Math.max(0, i - 2)) <= i;
            boolean letter = c >= 'a' && c <= 'z' && !inEscape;
            int how = input.hasMore() ? input.below(4) : 0;
            if (letter && how == 1) {
                spelled.append(String.format(Locale.ROOT, "%%%02x", (int) c));
            } else if (letter && how == 2) {
                spelled.append((char) (c - 'a' + 'A'));
            } else if (c == '/' && how == 3) {
                spelled.append("//");
            } else {
                spelled.append(c);
            }
        }
        return spelled.toString();
    }
}
