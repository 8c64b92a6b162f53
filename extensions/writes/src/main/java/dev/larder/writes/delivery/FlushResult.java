package dev.larder.writes.delivery;

/**
 * What has become of the writes that a flush was asked for.
 *
 * @param delivered the origin has these
 * @param dead the origin does not want these
 * @param waiting these are sent again later: what they, or earlier ones of their keys, were sent in has failed
 */
public record FlushResult(long delivered, long dead, long waiting) {

    FlushResult and(FlushResult other) {
        return new FlushResult(delivered + other.delivered, dead + other.dead, waiting + other.waiting);
    }
}
