package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import java.net.URI;
import java.util.Set;

/**
 * What a write reaches, as far as that is known when it is acknowledged.
 *
 * @param tags of the entries that it invalidates
 * @param asked the URI that its client requested, by which origins may name others in their answers
 */
public record WriteReach(Set<CacheTag> tags, URI asked) {

    public WriteReach {
        tags = Set.copyOf(tags);
    }

    /** Returns the reach of a write, without the query, which may hold what only filters were to see. */
    public static WriteReach of(Set<CacheTag> tags, URI asked) {
        String whole = asked.toString();
        int query = whole.indexOf('?');
        return new WriteReach(tags, query < 0 ? asked : URI.create(whole.substring(0, query)));
    }
}
