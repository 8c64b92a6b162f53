package dev.larder.gateway.metrics.traffic;

import java.util.Locale;

/** The result of a request, in one word: the metric tag {@code result}. */
public enum CacheResult {
    /** Answered from the store with a fresh response. */
    HIT,
    /** Answered from the store with a stale response. */
    STALE,
    /** Answered with the stored response after the origin has confirmed it (304). */
    REVALIDATED,
    /** Answered with the response that the origin sent instead of confirming the stored one. */
    REFETCHED,
    /** Answered with a response fetched for another client's request. */
    COLLAPSED,
    /** Answered by the origin. */
    MISS,
    /** Passed through: the cache could not be used. */
    PASS,
    /** A write acknowledged before it has reached the origin. */
    ACKNOWLEDGED,
    /** Rejected: the request allowed only a stored response, and none was usable. */
    REFUSED,
    /** Answered by the gateway itself, because the origin did not answer. */
    ERROR,
    /** Abandoned before there was a response: the client left, or a filter of the route timed out. */
    LEFT;

    private final String token = name().toLowerCase(Locale.ROOT);

    /** Returns this result as a metric tag. */
    public String token() {
        return token;
    }

    /** Returns whether the stored response was sent. */
    boolean isFromStore() {
        return this == HIT || this == STALE;
    }
}
