package dev.larder.simulator;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/** Determines how long an entry is usable: until it expires or a write invalidates it. */
final class EntryLifetime {

    /** An unlimited time to live. */
    static final long FOREVER = Long.MAX_VALUE;

    private final WriteEffect writes;
    private final long ttl;

    /** The last request that wrote to a key or segment. A write costs O(1) whatever the segment's size, like an epoch. */
    private final Long2LongOpenHashMap written = new Long2LongOpenHashMap();

    /** @param ttl in the units of the trace */
    EntryLifetime(WriteEffect writes, long ttl) {
        this.writes = writes;
        this.ttl = ttl;
        written.defaultReturnValue(-1);
    }

    void write(long key, long segment, long request) {
        if (writes == WriteEffect.INVALIDATE_KEY) {
            written.put(key, request);
        } else if (writes == WriteEffect.INVALIDATE_SEGMENT && segment != RequestBlock.NO_SEGMENT) {
            written.put(segment, request);
        }
    }

    /** Returns a number that changes with every write that invalidates the entry of this key. */
    long version(long key, long segment) {
        return written.isEmpty() ? -1 : written.get(writes == WriteEffect.INVALIDATE_KEY ? key : segment);
    }

    /** Returns the time to live in the units of the trace. */
    long ttl() {
        return ttl;
    }

    boolean isAlive(SimulatedResponse item, long segment, long now) {
        return (ttl == FOREVER || now - item.time < ttl) && item.request > version(item.key, segment);
    }
}
