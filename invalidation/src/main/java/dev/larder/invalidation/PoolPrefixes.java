package dev.larder.invalidation;

import java.util.List;

/**
 * The segments with which paths begin before the one that names the default pool, such as {@code /api/v1} in
 * {@code /api/v1/users/5}.
 *
 * @param segments what they look like
 */
public record PoolPrefixes(SegmentGlobs segments) {

    /** No segment: the first one of a path names its pool. */
    public static final PoolPrefixes NONE = new PoolPrefixes(SegmentGlobs.NONE);

    /**
     * Returns the number of segments up to the one that names the pool, that included; 0 for the root. An item never names a pool,
     * nor is a path without a segment beside its prefixes.
     *
     * @param items what is an item beside what looks like one
     */
    public int depth(ResourcePath path, SegmentGlobs items) {
        List<String> segments = path.segments();
        int prefixes = 0;
        while (prefixes + 1 < segments.size()
                && this.segments.matches(segments.get(prefixes))
                && SegmentShape.of(segments.get(prefixes + 1), items) == SegmentShape.OTHER) {
            prefixes++;
        }
        return Math.min(prefixes + 1, segments.size());
    }

    /** Returns the default pool of a path, by its {@link #depth}; the empty string for the root. */
    public static String pool(ResourcePath path, int depth) {
        return depth == 0 ? "" : path.canonical().segments().get(depth - 1);
    }
}
