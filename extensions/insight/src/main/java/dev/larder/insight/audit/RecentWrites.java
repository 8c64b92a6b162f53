package dev.larder.insight.audit;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.event.WriteListener;
import dev.larder.gateway.rule.ResourceTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The latest writes, up to a limit: the write that should have invalidated a stale hit is among them. */
final class RecentWrites {

    private final @Nullable AuditedWrite[] ring;
    private int next;
    private long lostUpTo = -1;

    /** @param capacity number of writes to remember; none if zero */
    RecentWrites(int capacity) {
        this.ring = new AuditedWrite[capacity];
    }

    /**
     * Records a write that begins now, before it is forwarded.
     *
     * @param tags the tags it may invalidate, as far as known
     */
    WriteListener begin(ResourceTags resourceTags, Set<CacheTag> tags) {
        if (ring.length == 0) {
            return WriteListener.NONE;
        }
        AuditedWrite write = AuditedWrite.begin(resourceTags, tags);
        add(write);
        return write;
    }

    private synchronized void add(AuditedWrite write) {
        AuditedWrite oldest = ring[next];
        if (oldest != null) {
            lostUpTo = Math.max(lostUpTo, oldest.settledAt());
        }
        ring[next] = write;
        next = (next + 1) % ring.length;
    }

    /** Returns the writes after a fetch with that epoch, those in flight included; empty if some of them are forgotten. */
    synchronized Optional<List<AuditedWrite>> since(long epoch) {
        if (lostUpTo > epoch) {
            return Optional.empty();
        }
        var since = new ArrayList<AuditedWrite>();
        for (AuditedWrite write : ring) {
            if (write != null && write.isAfter(epoch)) {
                since.add(write);
            }
        }
        return Optional.of(since);
    }
}
