package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A resource as invalidation sees it. A response has the tag of its pool, of its path, of the tree below each of its ancestors and
 * itself, and of the members of its shape in each collection that it is part of, so that a write of any {@link InvalidationScope}
 * reaches it by a number of tags that depends on the path's depth only. A resource with several paths, as clients and as origins
 * name it, has the tags of each.
 *
 * @param path its path
 * @param pool its pool
 * @param poolDepth number of segments up to the one that names the default pool: no collection is above
 * @param items what is an item of a collection beside what looks like one
 */
public record TaggedResource(ResourcePath path, String pool, int poolDepth, SegmentGlobs items) {

    private static final SegmentShape[] SHAPES = SegmentShape.values();

    /** Creates a resource whose pool is named by the first segment of its path. */
    public static TaggedResource of(ResourcePath path) {
        int depth = Math.min(1, path.segments().size());
        return new TaggedResource(path, PoolPrefixes.pool(path, depth), depth, SegmentGlobs.NONE);
    }

    /** Returns the tags of a response, except those that it names itself. */
    public Set<CacheTag> ofResponse() {
        var tags = new LinkedHashSet<CacheTag>();
        tags.add(CacheTags.pool(pool));
        tags.add(CacheTags.path(path));
        ResourcePath named = path.canonical();
        int depths = named.segments().size();
        for (int depth = 0; depth <= depths; depth++) {
            tags.add(CacheTags.tree(named.prefix(depth)));
            if (depth > 0 && depth < depths) {
                tags.add(CacheTags.members(named.prefix(depth), shape(depth)));
            }
        }
        return tags;
    }

    /** Returns a stamp with the tags of {@link #ofResponse}; its epoch is meaningless. */
    public EpochStamp stampOfResponse() {
        List<String> segments = path.canonical().segments();
        int depths = segments.size();
        long[] ids = new long[depths + 3 + Math.max(0, depths - 1)];
        int next = 0;
        var name = new StringBuilder("pool ").append(pool.toLowerCase(Locale.ROOT));
        ids[next++] = CacheTag.id(name);
        name.setLength(0);
        name.append("tree /");
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
        tags.add(CacheTags.path(path));
        switch (scope) {
            case POOL -> tags.add(CacheTags.pool(pool));
            case COLLECTION -> {
                addHierarchy(tags);
                addCollections(tags);
            }
            case HIERARCHY -> addHierarchy(tags);
            case PATH, GROUPS -> {
                // The path alone.
            }
        }
        return tags;
    }

    /**
     * Returns those of these tags that say which writes must keep an order: what lies above all collections belongs to every
     * write. One to a collection comes after the acknowledged ones to its items, whatever these invalidate.
     */
    public Set<CacheTag> ofOrderedWrite(InvalidationScope scope) {
        Set<CacheTag> tags = ofWrite(scope);
        ResourcePath named = path.canonical();
        tags.add(CacheTags.acknowledged(named.toString()));
        for (int depth = 0; depth < Math.min(poolDepth, named.segments().size()); depth++) {
            tags.remove(CacheTags.path(named.prefix(depth)));
        }
        return tags;
    }

    /** Returns the tags by which later writes find one that is acknowledged, beside those that it invalidates. */
    public Set<CacheTag> ofAcknowledgedWrite() {
        ResourcePath named = path.canonical();
        var tags = new LinkedHashSet<CacheTag>();
        for (int depth = poolDepth; depth < named.segments().size(); depth++) {
            tags.add(CacheTags.acknowledged(named.prefix(depth)));
        }
        return tags;
    }

    private void addHierarchy(Set<CacheTag> tags) {
        ResourcePath named = path.canonical();
        int depths = named.segments().size();
        tags.add(CacheTags.tree(named.prefix(depths)));
        for (int depth = 0; depth < depths; depth++) {
            tags.add(CacheTags.path(named.prefix(depth)));
        }
    }

    /**
     * Adds all members of the collections that it is part of, but the items beside its own. Above its own collection, a segment that
     * does not look like an item may name a collection, whose members are no members beside it.
     */
    private void addCollections(Set<CacheTag> tags) {
        ResourcePath named = path.canonical();
        int last = named.segments().size() - 1;
        for (int depth = poolDepth; depth <= last; depth++) {
            SegmentShape own = shape(depth);
            if (own != SegmentShape.OTHER) {
                addOthers(tags, named.prefix(depth), own);
            } else if (depth == last) {
                tags.add(CacheTags.tree(named.prefix(depth)));
            }
        }
    }

    private void addOthers(Set<CacheTag> tags, String collection, SegmentShape own) {
        for (SegmentShape shape : SHAPES) {
            if (shape != own) {
                tags.add(CacheTags.members(collection, shape));
            }
        }
    }

    private SegmentShape shape(int depth) {
        return SegmentShape.of(path.segments().get(depth), items);
    }
}
