package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.Invalidator;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryFences;
import dev.larder.writes.WriteBatch;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Presents a batch to the caches of all members as one write, with the tags of all its writes. */
public final class BatchFences implements DeliveryFences {

    private final WriteBuffer buffer;
    private final Invalidator invalidator;
    private final Function<AcknowledgedWrite, Set<CacheTag>> byNow;

    /**
     * Creates fences for the writes in that buffer.
     *
     * @param byNow tags that a write invalidates under the rules in force when it is asked, beside those of its acceptance
     */
    public BatchFences(WriteBuffer buffer, Invalidator invalidator, Function<AcknowledgedWrite, Set<CacheTag>> byNow) {
        this.buffer = buffer;
        this.invalidator = invalidator;
        this.byNow = byNow;
    }

    @Override
    public CompletionStage<Raised> raise(WriteBatch batch) {
        return invalidator
                .begin(buffer.tags(batch.writes()))
                .thenApply(write -> reached -> lower(batch, write, reached));
    }

    /** Only a closed bus fails: the fence then stays, because nothing has been invalidated behind it. */
    private CompletionStage<Void> lower(WriteBatch batch, FencedWrite write, boolean reached) {
        return reached ? write.happened(more(batch)).thenCompose(moved -> write.end()) : write.end();
    }

    /** Rules that came into force after a write was accepted may cover more, of which responses have been stored meanwhile. */
    private Set<CacheTag> more(WriteBatch batch) {
        return batch.writes().stream()
                .flatMap(write -> byNow.apply(write).stream())
                .collect(Collectors.toSet());
    }
}
