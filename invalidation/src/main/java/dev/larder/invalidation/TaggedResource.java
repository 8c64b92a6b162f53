package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A resource as invalidation sees it. A response has the tag of its pool, of its path, of the tree below each of its ancestors and
 * itself, and of the members of its shape in each collection that it is part of, so that a write of any {@link InvalidationScope}
 * reaches it by a number of tags that depends on the path's depth only.
 *
 * @param origin scheme and authority of its target
 * @param path its path
 * @param pool its pool
 * @param poolDepth number of segments up to the one that names the default pool: no collection is above
 * @param items what is an item of a collection beside what looks like one
 */
public record TaggedResource(String origin, ResourcePath path, String pool, int poolDepth, Pattern items) {

    /** Matches nothing: an item is what looks like one. */
    public static final Pattern NO_ITEMS = Pattern.compile("(?!)");

    private static final SegmentShape[] SHAPES = SegmentShape.values();

    /** Creates a resource whose pool is named by the first segment of its path. */
    public static TaggedResource of(String origin, ResourcePath path) {
        return new TaggedResource(origin, path, PoolPrefixes.NONE.pool(path), PoolPrefixes.NONE.depth(path), NO_ITEMS);
    }

    /** Returns the tags of a response, except those that it names itself. */
    public Set<CacheTag> ofResponse() {
        var tags = new LinkedHashSet<CacheTag>();
        tags.add(CacheTags.pool(pool));
        tags.add(CacheTags.path(origin, path));
        List<String> segments = path.segments();
        for (int depth = 0; depth <= segments.size(); depth++) {
            tags.add(CacheTags.tree(origin, path.prefix(depth)));
            if (depth > 0 && depth < segments.size()) {
                tags.add(CacheTags.members(origin, path.prefix(depth), shape(depth)));
            }
        }
        return tags;
    }

    /** Returns a stamp with the tags of {@link #ofResponse}; its epoch is meaningless. */
    public EpochStamp stampOfResponse() {
        List<String> segments = path.segments();
        int depths = segments.size();
        long[] ids = new long[depths + 3 + Math.max(0, depths - 1)];
        int next = 0;
        var name = new StringBuilder("pool ").append(pool.toLowerCase(Locale.ROOT));
        ids[next++] = CacheTag.id(name);
        name.setLength(0);
        name.append("tree ").append(origin).append('/');
        ids[next++] = CacheTag.id(name);
        for (int depth = 0; depth < depths; depth++) {
            if (depth > 0) {
                ids[next++] = CacheTags.idOfMembers(name, shape(depth));
                name.append('/');
            }
            name.append(segments.get(depth));
            ids[next++] = CacheTag.id(name);
        }
        ids[next] = CacheTag.id(name.replace(0, "tree".length(), "path"));
        return EpochStamp.restore(0, ids);
    }

    /** Returns the tags that a write to it invalidates in its own pool. */
    public Set<CacheTag> ofWrite(InvalidationScope scope) {
        var tags = new LinkedHashSet<CacheTag>();
        tags.add(CacheTags.path(origin, path));
        switch (scope) {
            case POOL -> tags.add(CacheTags.pool(pool));
            case COLLECTION -> {
                addHierarchy(tags);
                addCollection(tags);
            }
            case HIERARCHY -> addHierarchy(tags);
            case PATH, GROUPS -> {
                // The path alone.
            }
        }
        return tags;
    }

    private void addHierarchy(Set<CacheTag> tags) {
        int depths = path.segments().size();
        tags.add(CacheTags.tree(origin, path.prefix(depths)));
        for (int depth = 0; depth < depths; depth++) {
            tags.add(CacheTags.path(origin, path.prefix(depth)));
        }
    }

    /** Adds all members of the collection but other items of the same shape. */
    private void addCollection(Set<CacheTag> tags) {
        int collection = path.segments().size() - 1;
        if (collection < poolDepth) {
            return;
        }
        SegmentShape written = shape(collection);
        if (written == SegmentShape.OTHER) {
            tags.add(CacheTags.tree(origin, path.prefix(collection)));
            return;
        }
        for (SegmentShape shape : SHAPES) {
            if (shape != written) {
                tags.add(CacheTags.members(origin, path.prefix(collection), shape));
            }
        }
    }

    private SegmentShape shape(int depth) {
        return SegmentShape.of(path.segments().get(depth), items);
    }
}
