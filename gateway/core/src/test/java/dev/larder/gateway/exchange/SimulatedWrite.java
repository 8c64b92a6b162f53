package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.event.WriteListener;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.write.WriteFence;
import dev.larder.invalidation.EpochChange;
import java.util.Set;

/** What the origin makes of one write of an {@link ExchangeHistory}, and what its fence tells. */
final class SimulatedWrite implements CacheEventListener, WriteListener {

    private final ExchangeHistory history;
    private final SimulatedRequest request;
    private int made;
    private boolean settled;

    SimulatedWrite(ExchangeHistory history, SimulatedRequest request) {
        this.history = history;
        this.request = request;
    }

    WriteFence fence() {
        return history.fence(request, this);
    }

    /** Called when the origin has made this version. */
    void made(int version) {
        made = version;
    }

    /** Returns whether the response may be released. */
    boolean isSettled() {
        return settled;
    }

    @Override
    public WriteListener writeBegun(ResourceTags resourceTags, Set<CacheTag> tags) {
        return this;
    }

    @Override
    public void happened(EpochChange change, Set<CacheTag> more) {
        settled = true;
        history.raiseFloor(request.key(), made);
    }

    @Override
    public void ended() {
        settled = true;
    }
}
