package dev.larder.invalidation;

import dev.larder.cache.spi.Tag;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Names the tags of things. A response has the tag of its pool, of its path, and of the tree below each of its ancestors
 * and itself, so that a write of any {@link Breadth} reaches it by a number of tags that depends on the path's depth only.
 */
public final class Tags {

    private Tags() {}

    /** What a member copies into a memory of its own from a store that all members share; no entry has it. */
    static Tag copies() {
        return tag("copies");
    }

    /** Everything in a pool. */
    public static Tag pool(String pool) {
        return tag("pool " + pool.toLowerCase(Locale.ROOT));
    }

    /** Everything that an origin has put into a cache group (RFC 9875 2.1: same origin, same name). */
    public static Tag group(String origin, String group) {
        return tag("group " + origin + " " + group);
    }

    /** Everything to which an origin has given a tag of its own. */
    public static Tag named(String origin, String name) {
        return tag("tag " + origin + " " + name);
    }

    /** The path alone, with any query. */
    public static Tag path(String origin, ResourcePath path) {
        return tag("path " + origin + path);
    }

    /** The path and everything below it. */
    public static Tag tree(String origin, ResourcePath path) {
        return tag("tree " + origin + path);
    }

    /**
     * The tags of a response, but for those it names itself.
     *
     * @param origin scheme and authority of the target
     * @param path its path
     * @param pool its pool
     */
    public static Set<Tag> ofResponse(String origin, ResourcePath path, String pool) {
        var tags = new LinkedHashSet<Tag>();
        tags.add(pool(pool));
        tags.add(path(origin, path));
        for (int length = 0; length <= path.segments().size(); length++) {
            tags.add(tag("tree " + origin + path.prefix(length)));
        }
        return tags;
    }

    /** The tags of what a write to a path makes wrong in its own pool. */
    public static Set<Tag> ofWrite(Breadth breadth, String origin, ResourcePath path, String pool) {
        var tags = new LinkedHashSet<Tag>();
        tags.add(path(origin, path));
        if (breadth == Breadth.POOL) {
            tags.add(pool(pool));
        } else if (breadth == Breadth.HIERARCHY) {
            tags.add(tree(origin, path));
            for (int length = 0; length < path.segments().size(); length++) {
                tags.add(tag("path " + origin + path.prefix(length)));
            }
        }
        return tags;
    }

    private static Tag tag(String name) {
        return new Tag(name.length() <= Tag.MAX_LENGTH ? name : name.substring(0, Tag.MAX_LENGTH));
    }
}
