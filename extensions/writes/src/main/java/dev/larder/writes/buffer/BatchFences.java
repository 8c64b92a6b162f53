package dev.larder.writes.buffer;

import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.Invalidator;
import dev.larder.writes.DeliveryFences;
import dev.larder.writes.WriteBatch;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Presents a batch to the caches of all members as one write, with the tags of all its writes. */
public final class BatchFences implements DeliveryFences {

    private final WriteBuffer buffer;
    private final Invalidator invalidator;

    /** Creates fences for the writes in that buffer. */
    public BatchFences(WriteBuffer buffer, Invalidator invalidator) {
        this.buffer = buffer;
        this.invalidator = invalidator;
    }

    @Override
    public CompletionStage<Raised> raise(WriteBatch batch) {
        return invalidator.begin(buffer.tags(batch.writes())).thenApply(write -> reached -> lower(write, reached));
    }

    /** Only a closed bus fails: the fence then stays, because nothing has been invalidated behind it. */
    private static CompletionStage<Void> lower(FencedWrite write, boolean reached) {
        return reached ? write.happened(Set.of()).thenCompose(moved -> write.end()) : write.end();
    }
}
