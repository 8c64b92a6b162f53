package dev.larder.gateway.filter;

import java.time.Duration;

/**
 * Bounds on what one request may take.
 *
 * @param maxObjectSize bytes of content, beyond which a response is not stored
 * @param collapseTimeout how long a request waits for another one's origin request
 * @param bodyTimeout longest pause between two pieces of a body that is being recorded
 */
public record CacheLimits(long maxObjectSize, Duration collapseTimeout, Duration bodyTimeout) {}
