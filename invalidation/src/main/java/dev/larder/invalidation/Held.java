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
public record Held(UUID log, long version, Set<Long> tags) {

    public Held {
        tags = Set.copyOf(tags);
    }
}
