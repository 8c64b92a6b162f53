package dev.larder.invalidation;

import java.util.Set;
import java.util.UUID;

/**
 * All tags that a durable log holds, by its latest notice.
 *
 * @param log id of the log
 * @param version of the notice
 * @param tags ids of all tags that it holds
 */
public record PendingWriteTags(UUID log, long version, Set<Long> tags) {

    public PendingWriteTags {
        tags = Set.copyOf(tags);
    }
}
