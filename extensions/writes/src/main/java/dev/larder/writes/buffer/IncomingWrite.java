package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.rfc9111.RequestHead;
import java.util.Optional;
import java.util.Set;

/**
 * A request to be acknowledged before its origin has applied it.
 *
 * @param channel the channel that delivers it
 * @param key requests of a channel with equal keys are delivered in their order
 * @param request method, target at the origin, and the fields that are forwarded with it
 * @param repeat identifies its repetitions
 * @param reach what it invalidates
 * @param content all of it
 */
public record IncomingWrite(
        String channel,
        String key,
        RequestHead request,
        Optional<IdempotencyFingerprint> repeat,
        WriteReach reach,
        WriteContent content) {

    /** Returns the tags of the entries that it invalidates. */
    Set<CacheTag> tags() {
        return reach.tags();
    }
}
