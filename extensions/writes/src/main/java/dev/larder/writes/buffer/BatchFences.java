package dev.larder.writes.buffer;

import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.Invalidator;
import dev.larder.writes.DeliveryFences;
import dev.larder.writes.WriteBatch;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** To the caches of all members a batch is one write, with the tags of all those in it. */
public final class BatchFences implements DeliveryFences {

    private final WriteBuffer buffer;
    private final Invalidator invalidator;

    /** Of the writes in that buffer. */
    public BatchFences(WriteBuffer buffer, Invalidator invalidator) {
        this.buffer = buffer;
        this.invalidator = invalidator;
    }

    @Override
    public CompletionStage<Raised> raise(WriteBatch batch) {
        return invalidator.begin(buffer.tags(batch.writes())).thenApply(write -> reached -> lower(write, reached));
    }

    /** Only a bus that has been closed fails: the fence then stays, as nothing has been made wrong behind it. */
    private static CompletionStage<Void> lower(FencedWrite write, boolean reached) {
        return reached ? write.happened(Set.of()).thenCompose(moved -> write.end()) : write.end();
    }
}
