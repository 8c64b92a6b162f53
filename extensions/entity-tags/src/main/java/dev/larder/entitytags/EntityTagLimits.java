package dev.larder.entitytags;

import java.time.Duration;

/**
 * Limits on the memory and time that entity tags take.
 *
 * @param maxTags entity tags kept in one pool
 * @param maxBytes bytes of the tags of one pool, keys and fields included
 * @param maxSize bytes of the tags of all pools together
 * @param maxBody bytes of content beyond which a response gets no tag
 * @param maxWait how long content is held back for its tag
 */
public record EntityTagLimits(int maxTags, long maxBytes, long maxSize, long maxBody, Duration maxWait) {

    /** Covers the resources that a pool's clients change at a time. */
    private static final int MAX_TAGS = 10_000;

    /** Approximate size of that many tags with usual keys. */
    private static final long MAX_BYTES = 8 << 20;

    /** The tags of several full pools, in a small part of any heap. */
    private static final long MAX_SIZE = 32 << 20;

    /** Clients wait for the content meanwhile; a service that takes longer to send it gains little from a tag. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    /** Returns the default limits, with this limit on content. */
    public static EntityTagLimits of(long maxBody) {
        return new EntityTagLimits(MAX_TAGS, MAX_BYTES, MAX_SIZE, maxBody, MAX_WAIT);
    }
}
