package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import java.util.Locale;

/** Creates tags. {@link TaggedResource} says which of them responses and writes have. */
public final class CacheTags {

    private CacheTags() {}

    /** The tag of copies that a member takes from the shared store into its own memory; no entry has it. */
    static CacheTag copies() {
        return tag("copies");
    }

    /** Everything in a pool. */
    public static CacheTag pool(String pool) {
        return tag("pool " + pool.toLowerCase(Locale.ROOT));
    }

    /** Everything that an origin has put into a cache group (RFC 9875 2.1: same origin, same name). */
    public static CacheTag group(String origin, String group) {
        return tag("group " + origin + " " + group);
    }

    /** Everything that an origin has given a tag of this name. */
    public static CacheTag named(String origin, String name) {
        return tag("tag " + origin + " " + name);
    }

    /** The path alone, with any query. */
    public static CacheTag path(String origin, ResourcePath path) {
        return path(origin, path.toString());
    }

    static CacheTag path(String origin, String path) {
        return tag("path " + origin + path);
    }

    /** The path and everything below it. */
    public static CacheTag tree(String origin, ResourcePath path) {
        return tree(origin, path.toString());
    }

    static CacheTag tree(String origin, String path) {
        return tag("tree " + origin + path);
    }

    /** The members of a collection that have this shape, and everything below them. */
    static CacheTag members(String origin, String collection, SegmentShape shape) {
        return tag("members " + shape + " " + origin + collection);
    }

    /**
     * Returns the id of {@link #members} of a collection.
     *
     * @param tree the name of the tag of its {@link #tree}
     */
    static long idOfMembers(CharSequence tree, SegmentShape shape) {
        return CacheTag.id(new StringBuilder("members ").append(shape).append(tree, "tree".length(), tree.length()));
    }

    private static CacheTag tag(String name) {
        return new CacheTag(name.length() <= CacheTag.MAX_LENGTH ? name : name.substring(0, CacheTag.MAX_LENGTH));
    }
}
