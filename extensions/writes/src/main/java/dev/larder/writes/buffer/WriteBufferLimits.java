package dev.larder.writes.buffer;

import java.time.Duration;
import java.util.Map;

/**
 * Limits of waiting writes, and the retention of outcomes.
 *
 * @param all for all channels together
 * @param channels for each of them
 * @param remember retention of delivered writes
 * @param mostRemembered maximum number of delivered writes retained
 */
public record WriteBufferLimits(
        ChannelLimit all, Map<String, ChannelLimit> channels, Duration remember, int mostRemembered) {

    /** Maximum concurrent uploads. Each takes up to 64 KB of memory, or an open file. */
    public static final int MAX_UNFINISHED = 10_000;

    /** A limit on the number of writes and the bytes of their content. */
    public record ChannelLimit(long writes, long bytes) {}

    public WriteBufferLimits {
        channels = Map.copyOf(channels);
    }
}
