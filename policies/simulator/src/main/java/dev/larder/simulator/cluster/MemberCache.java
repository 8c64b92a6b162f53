package dev.larder.simulator.cluster;

import dev.larder.policies.eviction.Lru;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/** Stored responses of one member, each with the time when it was fetched. Evicts the least recently requested. */
final class MemberCache {

    /** Result for a response that is not stored. */
    static final long ABSENT = -1;

    private final Lru<Integer> recency;
    private final Int2LongOpenHashMap fetched = new Int2LongOpenHashMap();

    /** @param capacity bytes */
    MemberCache(long capacity) {
        recency = new Lru<>(capacity);
        fetched.defaultReturnValue(ABSENT);
    }

    /** Returns when the stored response was fetched, or {@link #ABSENT}. A response older than an invalidation is dropped. */
    long get(int object, long invalidated) {
        long time = fetched.get(object);
        if (time == ABSENT) {
            return ABSENT;
        }
        if (time < invalidated) {
            fetched.remove(object);
            recency.onRemove(object);
            return ABSENT;
        }
        recency.onHit(object);
        return time;
    }

    /** Stores a response that is not stored yet. */
    void put(int object, long size, long time) {
        fetched.put(object, time);
        for (int victim : recency.onStore(object, size, 0)) {
            fetched.remove(victim);
        }
    }
}
