package dev.larder.bulk.content;

import dev.larder.bulk.BatchRefusedException;

/**
 * How large a batch may be.
 *
 * @param items at most so many
 * @param bytes of content, at most so many
 */
public record BatchLimits(int items, long bytes) {

    /** The refusal of content that is too long. */
    public BatchRefusedException tooManyBytes() {
        return BatchRefusedException.tooLarge("at most " + bytes + " bytes of content are read");
    }
}
