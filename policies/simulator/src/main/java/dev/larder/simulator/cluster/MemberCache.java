package dev.larder.simulator.cluster;

import dev.larder.policies.eviction.Lru;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/** Stored responses of one member, each with the time when it was fetched; whoever was requested longest ago leaves. */
final class MemberCache {

    /** Fetched never. */
    static final long ABSENT = -1;

    private final Lru<Integer> recency;
    private final Int2LongOpenHashMap fetched = new Int2LongOpenHashMap();

    /** @param capacity bytes */
    MemberCache(long capacity) {
        recency = new Lru<>(capacity);
        fetched.defaultReturnValue(ABSENT);
    }

    /** When what is stored was fetched, or {@link #ABSENT}. What is older than an invalidation is dropped. */
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

    /** Stores what is not there yet. */
    void put(int object, long size, long time) {
        fetched.put(object, time);
        for (int victim : recency.onStore(object, size, 0)) {
            fetched.remove(victim);
        }
    }
}
