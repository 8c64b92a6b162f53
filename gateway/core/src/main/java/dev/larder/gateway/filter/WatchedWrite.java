package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.event.WriteListener;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.FencedWrite;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A write whose outcome is reported to a listener.
 *
 * @param write the write itself
 * @param listener is notified
 */
record WatchedWrite(FencedWrite write, WriteListener listener) {

    /** Calls {@link FencedWrite#happened}. */
    CompletionStage<EpochChange> happened(Set<CacheTag> more) {
        return write.happened(more).thenApply(moved -> {
            listener.happened(moved, more);
            return moved;
        });
    }

    /** Calls {@link FencedWrite#end}; a write that has not happened by now never will. */
    CompletionStage<Void> end() {
        listener.ended();
        return write.end();
    }
}
