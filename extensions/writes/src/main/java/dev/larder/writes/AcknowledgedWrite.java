package dev.larder.writes;

import dev.larder.rfc9111.RequestHead;
import java.time.Instant;
import java.util.UUID;

/**
 * An unsafe request that has been acknowledged, and that its origin has not answered yet. Its content is in durable
 * storage.
 *
 * @param number its place in the order of acknowledgement; larger than that of every earlier one of this log
 * @param id names its status resource; cannot be guessed
 * @param channel name of the channel that delivers it
 * @param key writes of a channel with equal keys are delivered in the order of their numbers
 * @param request method, target at the origin, and the fields that are forwarded with it
 * @param item identifies it to its origin
 * @param accepted when it was acknowledged
 * @param length bytes of content
 */
public record AcknowledgedWrite(
        long number,
        UUID id,
        String channel,
        String key,
        RequestHead request,
        ItemId item,
        Instant accepted,
        long length) {}
