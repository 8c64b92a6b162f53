package dev.larder.simulator;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/** How long what is stored may be used: until it is too old, or a write has made it wrong. */
final class EntryLifetime {

    /** A time to live that nothing outlives. */
    static final long FOREVER = Long.MAX_VALUE;

    private final WriteEffect writes;
    private final long ttl;

    /** The request that last wrote to a key or segment. Costs O(1) whatever the segment's size, as an epoch does. */
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

    /** What changes whenever a write makes wrong what is stored under this key. */
    long version(long key, long segment) {
        return written.isEmpty() ? -1 : written.get(writes == WriteEffect.INVALIDATE_KEY ? key : segment);
    }

    /** In the units of the trace. */
    long ttl() {
        return ttl;
    }

    boolean isAlive(SimulatedResponse item, long segment, long now) {
        return (ttl == FOREVER || now - item.time < ttl) && item.request > version(item.key, segment);
    }
}
