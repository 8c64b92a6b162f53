package dev.larder.insight.audit;

import dev.larder.cache.spi.Tag;
import dev.larder.gateway.event.WriteListener;
import dev.larder.gateway.route.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The latest writes, so many and no more: among them is the one that a stale hit should have been dropped by. */
final class RecentWrites {

    private final @Nullable Written[] ring;
    private int next;
    private long lostUpTo = -1;

    /** @param capacity how many are remembered; none if it is zero */
    RecentWrites(int capacity) {
        this.ring = new Written[capacity];
    }

    /**
     * A write that begins now, before it is forwarded.
     *
     * @param tags what it may make wrong, as far as that is known
     */
    WriteListener begin(Reach reach, Set<Tag> tags) {
        if (ring.length == 0) {
            return WriteListener.NONE;
        }
        Written write = Written.begin(reach, tags);
        add(write);
        return write;
    }

    private synchronized void add(Written write) {
        Written oldest = ring[next];
        if (oldest != null) {
            lostUpTo = Math.max(lostUpTo, oldest.settledAt());
        }
        ring[next] = write;
        next = (next + 1) % ring.length;
    }

    /** The writes after a fetch with that epoch, those under way included; empty if some of them are forgotten. */
    synchronized Optional<List<Written>> since(long epoch) {
        if (lostUpTo > epoch) {
            return Optional.empty();
        }
        var since = new ArrayList<Written>();
        for (Written write : ring) {
            if (write != null && write.after(epoch)) {
                since.add(write);
            }
        }
        return Optional.of(since);
    }
}
