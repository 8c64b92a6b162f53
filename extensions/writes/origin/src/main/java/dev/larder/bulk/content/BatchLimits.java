package dev.larder.bulk.content;

import dev.larder.bulk.BatchRefusedException;

/**
 * The limits of a batch.
 *
 * @param items maximum number of items
 * @param bytes maximum bytes of content
 */
public record BatchLimits(int items, long bytes) {

    /** Returns the refusal of content that is too long. */
    public BatchRefusedException tooManyBytes() {
        return BatchRefusedException.tooLarge("at most " + bytes + " bytes of content are read");
    }
}
