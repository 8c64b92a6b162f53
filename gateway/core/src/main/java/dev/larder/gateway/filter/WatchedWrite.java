package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.event.WriteListener;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.FencedWrite;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A write of which a listener is told how it ended.
 *
 * @param write the write itself
 * @param listener who is told
 */
record WatchedWrite(FencedWrite write, WriteListener listener) {

    /** {@link FencedWrite#happened}. */
    CompletionStage<EpochChange> happened(Set<CacheTag> more) {
        return write.happened(more).thenApply(moved -> {
            listener.happened(moved, more);
            return moved;
        });
    }

    /** {@link FencedWrite#end}; if it has not happened by now, it never will. */
    CompletionStage<Void> end() {
        listener.ended();
        return write.end();
    }
}
