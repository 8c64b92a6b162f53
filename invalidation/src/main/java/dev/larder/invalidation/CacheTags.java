package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Creates tags. A response has the tag of its pool, of its path, and of the tree below each of its ancestors and itself, so that
 * a write of any {@link InvalidationScope} reaches it by a number of tags that depends on the path's depth only.
 */
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
        return tag("path " + origin + path);
    }

    /** The path and everything below it. */
    public static CacheTag tree(String origin, ResourcePath path) {
        return tag("tree " + origin + path);
    }

    /**
     * Returns the tags of a response, except those that it names itself.
     *
     * @param origin scheme and authority of the target
     * @param path its path
     * @param pool its pool
     */
    public static Set<CacheTag> ofResponse(String origin, ResourcePath path, String pool) {
        var tags = new LinkedHashSet<CacheTag>();
        tags.add(pool(pool));
        tags.add(path(origin, path));
        var tree = new StringBuilder("tree ").append(origin).append('/');
        tags.add(tag(tree.toString()));
        for (int depth = 0; depth < path.segments().size(); depth++) {
            tree.append(depth == 0 ? "" : "/").append(path.segments().get(depth));
            tags.add(tag(tree.toString()));
        }
        return tags;
    }

    /** Returns a stamp with the tags of {@link #ofResponse}; its epoch is meaningless. */
    public static EpochStamp stampOfResponse(String origin, ResourcePath path, String pool) {
        List<String> segments = path.segments();
        long[] ids = new long[segments.size() + 3];
        var name = new StringBuilder("pool ").append(pool.toLowerCase(Locale.ROOT));
        ids[0] = CacheTag.id(name);
        name.setLength(0);
        name.append("tree ").append(origin).append('/');
        ids[1] = CacheTag.id(name);
        for (int depth = 0; depth < segments.size(); depth++) {
            name.append(depth == 0 ? "" : "/").append(segments.get(depth));
            ids[depth + 2] = CacheTag.id(name);
        }
        ids[segments.size() + 2] = CacheTag.id(name.replace(0, "tree".length(), "path"));
        return EpochStamp.restore(0, ids);
    }

    /** Returns the tags that a write to a path invalidates in its own pool. */
    public static Set<CacheTag> ofWrite(InvalidationScope scope, String origin, ResourcePath path, String pool) {
        var tags = new LinkedHashSet<CacheTag>();
        tags.add(path(origin, path));
        if (scope == InvalidationScope.POOL) {
            tags.add(pool(pool));
        } else if (scope == InvalidationScope.HIERARCHY) {
            tags.add(tree(origin, path));
            for (int length = 0; length < path.segments().size(); length++) {
                tags.add(tag("path " + origin + path.prefix(length)));
            }
        }
        return tags;
    }

    private static CacheTag tag(String name) {
        return new CacheTag(name.length() <= CacheTag.MAX_LENGTH ? name : name.substring(0, CacheTag.MAX_LENGTH));
    }
}
