package dev.larder.gateway.metrics.traffic;

import java.util.Locale;

/** What became of a request, in one word: the metric tag {@code result}. */
public enum CacheResult {
    /** Answered from the store with a fresh response. */
    HIT,
    /** Answered from the store with a stale one. */
    STALE,
    /** Answered with what was stored, because the origin has confirmed it (304). */
    REVALIDATED,
    /** Answered with what the origin sent instead of confirming what was stored. */
    REFETCHED,
    /** Answered with what another client's request had fetched. */
    COLLAPSED,
    /** Answered by the origin. */
    MISS,
    /** Passed through: the cache could not be used for it at all. */
    PASS,
    /** A write that was acknowledged before its origin has it. */
    ACKNOWLEDGED,
    /** It allowed only a stored response, and there was none to use. */
    REFUSED,
    /** Answered by the gateway itself, because nobody else did. */
    ERROR,
    /** Given up before there was an answer: the client had left, or a filter of the route was tired of waiting. */
    LEFT;

    private final String token = name().toLowerCase(Locale.ROOT);

    /** This result as a metric tag. */
    public String token() {
        return token;
    }

    /** Whether what was stored was the answer. */
    boolean fromStore() {
        return this == HIT || this == STALE;
    }
}
