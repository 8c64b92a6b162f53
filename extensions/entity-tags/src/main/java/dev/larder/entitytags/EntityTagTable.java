package dev.larder.entitytags;

import dev.larder.rfc9111.HeaderFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The entity tags of all pools. Each pool is bounded by tags and bytes, and forgets the least recently used first; all of
 * them together are bounded by bytes, and the least recently used pool forgets first. Whether a tag still counts is not
 * known here.
 */
final class EntityTagTable {

    private static final int POOL_OVERHEAD = 256;

    private final EntityTagLimits limits;
    private final Map<String, PoolEntityTags> pools = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    EntityTagTable(EntityTagLimits limits) {
        this.limits = limits;
    }

    /** The tag of what this request would get, if it was kept and not forgotten. */
    synchronized Optional<StoredEntityTag> find(String pool, EntityTagKey key, HeaderFields request) {
        PoolEntityTags tags = pools.get(pool);
        return tags == null ? Optional.empty() : tags.find(key, request);
    }

    /** Keeps a tag; one that is too large for the bounds leaves nothing under its key. */
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

    /** How many tags a pool has. */
    synchronized int count(String pool) {
        PoolEntityTags tags = pools.get(pool);
        return tags == null ? 0 : tags.count();
    }

    /** How many pools there are. */
    synchronized int pools() {
        return pools.size();
    }

    /** Bytes that all of them take. */
    synchronized long bytes() {
        return bytes;
    }

    /** Whether everything adds up and every bound holds. */
    synchronized boolean sound() {
        long sum = 0;
        for (Map.Entry<String, PoolEntityTags> pool : pools.entrySet()) {
            PoolEntityTags tags = pool.getValue();
            sum += overhead(pool.getKey()) + tags.bytes();
            if (!tags.adds() || tags.count() > limits.maxTags() || tags.bytes() > limits.maxBytes()) {
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
