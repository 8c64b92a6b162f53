package dev.larder.entitytags;

import dev.larder.rfc9111.HeaderFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The entity tags of all pools. Each pool is limited by tags and bytes, and evicts the least recently used tag first; all pools
 * together are limited by bytes, and the least recently used pool evicts first. The table does not know whether a tag is still
 * valid.
 */
final class EntityTagTable {

    private static final int POOL_OVERHEAD = 256;

    private final EntityTagLimits limits;
    private final Map<String, PoolEntityTags> pools = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    EntityTagTable(EntityTagLimits limits) {
        this.limits = limits;
    }

    /** Returns the tag that this request selects, if it is kept. */
    synchronized Optional<StoredEntityTag> find(String pool, EntityTagKey key, HeaderFields request) {
        PoolEntityTags tags = pools.get(pool);
        return tags == null ? Optional.empty() : tags.find(key, request);
    }

    /** Stores a tag; one that exceeds the limits leaves nothing under its key. */
    synchronized void put(String pool, EntityTagKey key, StoredEntityTag tag) {
        PoolEntityTags tags = pools.get(pool);
        if (tags == null) {
            tags = new PoolEntityTags();
            pools.put(pool, tags);
            bytes += overhead(pool);
        }
        bytes -= tags.bytes();
        if (key.weight() + tag.weight() > limits.maxBytes()) {
            tags.remove(key);
        } else {
            tags.put(key, tag);
        }
        while (tags.count() > limits.maxTags() || tags.bytes() > limits.maxBytes()) {
            tags.forgetOne();
        }
        bytes += tags.bytes();
        shrink();
    }

    /** Returns the number of tags in a pool. */
    synchronized int count(String pool) {
        PoolEntityTags tags = pools.get(pool);
        return tags == null ? 0 : tags.count();
    }

    /** Returns the number of pools. */
    synchronized int pools() {
        return pools.size();
    }

    /** Returns the bytes of all pools. */
    synchronized long bytes() {
        return bytes;
    }

    /** Whether all sums are right and every limit holds. */
    synchronized boolean isConsistent() {
        long sum = 0;
        for (Map.Entry<String, PoolEntityTags> pool : pools.entrySet()) {
            PoolEntityTags tags = pool.getValue();
            sum += overhead(pool.getKey()) + tags.bytes();
            if (!tags.isConsistent() || tags.count() > limits.maxTags() || tags.bytes() > limits.maxBytes()) {
                return false;
            }
        }
        return sum == bytes && bytes <= limits.maxSize();
    }

    private void shrink() {
        while (bytes > limits.maxSize()) {
            Map.Entry<String, PoolEntityTags> eldest =
                    pools.entrySet().iterator().next();
            PoolEntityTags tags = eldest.getValue();
            bytes -= tags.bytes();
            tags.forgetOne();
            bytes += tags.bytes();
            if (tags.count() == 0) {
                pools.remove(eldest.getKey());
                bytes -= overhead(eldest.getKey());
            }
        }
    }

    private static long overhead(String pool) {
        return POOL_OVERHEAD + (long) pool.length();
    }
}
