package dev.larder.invalidation;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The segments with which paths begin before the one that names the default pool, such as {@code /api/v1} in
 * {@code /api/v1/users/5}.
 *
 * @param segments expressions that match a whole segment, in lower case
 */
public record PoolPrefixes(Pattern segments) {

    /** No segment: the first one of a path names its pool. */
    public static final PoolPrefixes NONE = of(List.of());

    /** Returns those that match one of these regular expressions. */
    public static PoolPrefixes of(List<String> expressions) {
        return new PoolPrefixes(Pattern.compile(String.join(
                "|", expressions.stream().map(each -> "(?:" + each + ")").toList())));
    }

    /**
     * Returns the number of segments up to the one that names the pool, that included; 0 for the root. An item never names a pool,
     * nor is a path without a segment beside its prefixes.
     */
    public int depth(ResourcePath path) {
        List<String> segments = path.segments();
        int prefixes = 0;
        while (prefixes + 1 < segments.size()
                && this.segments.matcher(segments.get(prefixes)).matches()
                && SegmentShape.of(segments.get(prefixes + 1)) == SegmentShape.OTHER) {
            prefixes++;
        }
        return Math.min(prefixes + 1, segments.size());
    }

    /** Returns the default pool of a path; the empty string for the root. */
    public String pool(ResourcePath path) {
        int depth = depth(path);
        return depth == 0 ? "" : path.segments().get(depth - 1);
    }
}
