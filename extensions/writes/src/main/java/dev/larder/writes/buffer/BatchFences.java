package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.Invalidator;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryFences;
import dev.larder.writes.WriteBatch;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Presents a batch to the caches of all members as one write, with the tags of all its writes. */
public final class BatchFences implements DeliveryFences {

    private final WriteBuffer buffer;
    private final Invalidator invalidator;
    private final Effects effects;

    /** Creates fences for the writes in that buffer. */
    public BatchFences(WriteBuffer buffer, Invalidator invalidator, Effects effects) {
        this.buffer = buffer;
        this.invalidator = invalidator;
        this.effects = effects;
    }

    /** Tells what a write invalidates beside the tags of its acceptance. */
    @FunctionalInterface
    public interface Effects {

        /**
         * Returns the tags that a write invalidates under the rules in force, and those that the origin names.
         *
         * @param asked the URI that its client requested
         * @param answer the origin's answer to the request with the write; empty if there is none
         */
        Set<CacheTag> of(AcknowledgedWrite write, URI asked, Optional<Answer> answer);
    }

    @Override
    public CompletionStage<Raised> raise(WriteBatch batch) {
        return invalidator
                .begin(tags(batch))
                .thenApply(write -> (reached, answer) -> lower(batch, write, reached, answer));
    }

    private Set<CacheTag> tags(WriteBatch batch) {
        return batch.writes().stream()
                .flatMap(write -> buffer.reach(write).stream())
                .flatMap(reach -> reach.tags().stream())
                .collect(Collectors.toSet());
    }

    private URI asked(AcknowledgedWrite write) {
        return buffer.reach(write).map(WriteReach::asked).orElse(write.request().target());
    }

    /** Only a closed bus fails: the fence then stays, because nothing has been invalidated behind it. */
    private CompletionStage<Void> lower(WriteBatch batch, FencedWrite write, boolean reached, Optional<Answer> answer) {
        return reached ? write.happened(more(batch, answer)).thenCompose(moved -> write.end()) : write.end();
    }

    /** Rules that came into force after a write was accepted may cover more, of which responses have been stored meanwhile. */
    private Set<CacheTag> more(WriteBatch batch, Optional<Answer> answer) {
        return batch.writes().stream()
                .flatMap(write -> effects.of(write, asked(write), answer).stream())
                .collect(Collectors.toSet());
    }
}
