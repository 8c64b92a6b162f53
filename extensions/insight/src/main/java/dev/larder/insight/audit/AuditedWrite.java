package dev.larder.insight.audit;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.event.WriteListener;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.InvalidationScope;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** A write: what it invalidated, and what it would have invalidated under another scope. */
final class AuditedWrite implements WriteListener {

    private static final long UNDER_WAY = Long.MAX_VALUE;
    private static final long NOT_MADE = -1;

    private final String pool;
    private final InvalidationScope scope;
    private final Map<InvalidationScope, long[]> own;
    private volatile long[] beside;
    private volatile long epoch = UNDER_WAY;

    private AuditedWrite(String pool, InvalidationScope scope, Map<InvalidationScope, long[]> own, long[] beside) {
        this.pool = pool;
        this.scope = scope;
        this.own = own;
        this.beside = beside;
    }

    /**
     * Creates the record of a write that begins now.
     *
     * @param tags the tags it may invalidate, as far as known
     */
    static AuditedWrite begin(ResourceTags resourceTags, Set<CacheTag> tags) {
        var own = new EnumMap<InvalidationScope, long[]>(InvalidationScope.class);
        for (InvalidationScope scope : InvalidationScope.values()) {
            own.put(scope, ids(resourceTags.ofWrite(scope)));
        }
        InvalidationScope scope = resourceTags.rule().invalidationScope();
        var beside = new HashSet<>(tags);
        beside.removeAll(resourceTags.ofWrite(scope));
        return new AuditedWrite(PoolNames.name(resourceTags.pool()), scope, own, ids(beside));
    }

    @Override
    public void happened(EpochChange change, Set<CacheTag> more) {
        beside = LongStream.concat(LongStream.of(beside), LongStream.of(ids(more)))
                .distinct()
                .toArray();
        epoch = change.now();
    }

    @Override
    public void ended() {
        if (isInFlight()) {
            epoch = NOT_MADE;
        }
    }

    /** Returns the pool written to. */
    String pool() {
        return pool;
    }

    /** Whether the write took effect, or may still do so, after a fetch with this epoch. */
    boolean isAfter(long fetched) {
        return epoch > fetched;
    }

    /** Whether the write is still in flight. */
    boolean isInFlight() {
        return epoch == UNDER_WAY;
    }

    /** Returns the latest epoch to which it belongs, as far as known. */
    long settledAt() {
        return isInFlight() ? NOT_MADE : epoch;
    }

    /** Whether it invalidated entries with this stamp. */
    boolean hasInvalidated(EpochStamp stamp) {
        return matches(scope, stamp);
    }

    /** Whether it would have invalidated entries with this stamp if its own pool had that scope. */
    boolean matches(InvalidationScope other, EpochStamp stamp) {
        return containsAny(own.getOrDefault(other, new long[0]), stamp) || containsAny(beside, stamp);
    }

    private static boolean containsAny(long[] ids, EpochStamp stamp) {
        for (long id : ids) {
            for (int i = 0; i < stamp.size(); i++) {
                if (stamp.tag(i) == id) {
                    return true;
                }
            }
        }
        return false;
    }

    private static long[] ids(Collection<CacheTag> tags) {
        return tags.stream().mapToLong(CacheTag::id).toArray();
    }
}
