package dev.larder.gateway.filter;

import dev.larder.cache.spi.Tag;
import dev.larder.gateway.observe.audit.Written;
import dev.larder.invalidation.Moved;
import dev.larder.invalidation.Write;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A write of which the auditor is told how it ended.
 *
 * @param write the write itself
 * @param written what the auditor remembers of it
 */
record WatchedWrite(Write write, Written written) {

    /** {@link Write#happened}. */
    CompletionStage<Moved> happened(Set<Tag> more) {
        return write.happened(more).thenApply(moved -> {
            written.happened(moved, more);
            return moved;
        });
    }

    /** {@link Write#end}; if it has not happened by now, it never will. */
    CompletionStage<Void> end() {
        written.over();
        return write.end();
    }
}
