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
public record TagLimits(int maxTags, long maxBytes, long maxSize, long maxBody, Duration maxWait) {}
