package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import java.util.Locale;

/**
 * Creates tags. {@link TaggedResource} says which of them responses and writes have. The gateway is one name space for its clients,
 * whichever origins answer them: no tag names an origin.
 */
public final class CacheTags {

    /** Version of the names: entries with tags of another one miss invalidations. */
    public static final int VERSION = 3;

    private CacheTags() {}

    /** The tag of copies that a member takes from the shared store into its own memory; no entry has it. */
    static CacheTag copies() {
        return new CacheTag("copies");
    }

    /** Everything in a pool. */
    public static CacheTag pool(String pool) {
        return new CacheTag("pool " + pool.toLowerCase(Locale.ROOT));
    }

    /** Everything that an origin has put into a cache group (RFC 9875 2.1). Clients see one origin: the gateway. */
    public static CacheTag group(String group) {
        return new CacheTag("group " + group);
    }

    /** Everything that an origin has given a tag of this name. */
    public static CacheTag named(String name) {
        return new CacheTag("tag " + name);
    }

    /**
     * The stored slices of one representation.
     *
     * @param identity of the representation
     * @param key of the resource
     */
    public static CacheTag slices(String identity, String key) {
        return new CacheTag("slices " + identity + " " + key);
    }

    /** The path alone, with any query. */
    public static CacheTag path(ResourcePath path) {
        return path(path.canonical().toString());
    }

    static CacheTag path(String path) {
        return new CacheTag("path " + path);
    }

    /** The path and everything below it. */
    public static CacheTag tree(ResourcePath path) {
        return tree(path.canonical().toString());
    }

    static CacheTag tree(String path) {
        return new CacheTag("tree " + path);
    }

    /** The acknowledged writes to a path and to what is below it: for the order of writes alone, no response has it. */
    static CacheTag acknowledged(String path) {
        return new CacheTag("acknowledged " + path);
    }

    /** The members of a collection that have this shape, and everything below them. */
    static CacheTag members(String collection, SegmentShape shape) {
        return new CacheTag("members " + shape + " " + collection);
    }

    /**
     * Returns the id of {@link #members} of a collection.
     *
     * @param tree the name of the tag of its {@link #tree}
     */
    static long idOfMembers(CharSequence tree, SegmentShape shape) {
        return CacheTag.id(new StringBuilder("members ").append(shape).append(tree, "tree".length(), tree.length()));
    }
}
