package dev.larder.entitytags;

import java.time.Duration;

/**
 * Bounds on what entity tags may take.
 *
 * @param maxTags entity tags kept in one pool
 * @param maxBytes bytes that those of one pool take, keys and fields included
 * @param maxSize bytes that those of all pools take together
 * @param maxBody bytes of content, beyond which a response gets no tag
 * @param maxWait how long content is held back for its tag
 */
public record EntityTagLimits(int maxTags, long maxBytes, long maxSize, long maxBody, Duration maxWait) {

    /** Tags of one pool: those of the resources that its clients change at a time. */
    private static final int MAX_TAGS = 10_000;

    /** About what that many tags take with usual keys. */
    private static final long MAX_BYTES = 8 << 20;

    /** The tags of several full pools, in a small part of any heap. */
    private static final long MAX_SIZE = 32 << 20;

    /** Clients wait for the content meanwhile; a service that takes longer to send it gains little by a tag. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    /** The default bounds, with this one on content. */
    public static EntityTagLimits of(long maxBody) {
        return new EntityTagLimits(MAX_TAGS, MAX_BYTES, MAX_SIZE, maxBody, MAX_WAIT);
    }
}
