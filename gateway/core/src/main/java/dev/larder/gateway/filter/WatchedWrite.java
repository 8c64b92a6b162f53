package dev.larder.gateway.filter;

import dev.larder.cache.spi.Tag;
import dev.larder.gateway.event.WriteListener;
import dev.larder.invalidation.Moved;
import dev.larder.invalidation.Write;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A write of which a listener is told how it ended.
 *
 * @param write the write itself
 * @param listener who is told
 */
record WatchedWrite(Write write, WriteListener listener) {

    /** {@link Write#happened}. */
    CompletionStage<Moved> happened(Set<Tag> more) {
        return write.happened(more).thenApply(moved -> {
            listener.happened(moved, more);
            return moved;
        });
    }

    /** {@link Write#end}; if it has not happened by now, it never will. */
    CompletionStage<Void> end() {
        listener.ended();
        return write.end();
    }
}
