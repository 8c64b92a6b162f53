package dev.larder.writes.buffer;

import java.time.Duration;
import java.util.Map;

/**
 * How much may wait, and how long what is over is remembered.
 *
 * @param all for all channels together
 * @param channels for each of them
 * @param remember what is delivered, for so long
 * @param mostRemembered how many delivered writes at most
 */
public record WriteBufferLimits(
        ChannelLimit all, Map<String, ChannelLimit> channels, Duration remember, int mostRemembered) {

    /** So many writes, with so many bytes of content. */
    public record ChannelLimit(long writes, long bytes) {}

    public WriteBufferLimits {
        channels = Map.copyOf(channels);
    }
}
