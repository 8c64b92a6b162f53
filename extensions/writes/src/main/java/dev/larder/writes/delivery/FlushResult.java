package dev.larder.writes.delivery;

/**
 * The outcome of the writes of a flush.
 *
 * @param delivered writes that the origin has applied
 * @param dead writes that the origin has rejected
 * @param waiting writes to be retried: their delivery, or that of earlier ones of their keys, has failed
 */
public record FlushResult(long delivered, long dead, long waiting) {

    FlushResult and(FlushResult other) {
        return new FlushResult(delivered + other.delivered, dead + other.dead, waiting + other.waiting);
    }
}
