package dev.larder.invalidation;

import java.util.Set;
import java.util.UUID;

/**
 * The latest word of a durable log on what it holds.
 *
 * @param log which log
 * @param version of its word
 * @param tags ids of all tags that it holds
 */
public record PendingWriteTags(UUID log, long version, Set<Long> tags) {

    public PendingWriteTags {
        tags = Set.copyOf(tags);
    }
}
