package dev.larder.gateway.metrics.span;

import java.util.Locale;

/** What a step of the cache's work has come to. */
public enum StepOutcome {
    /** Lookup: answered from the store. */
    SERVE,
    /** Lookup: answered from the store with a stale response, which is validated meanwhile. */
    SERVE_WHILE_REVALIDATING,
    /** Lookup: the origin is to confirm what is stored. */
    REVALIDATE,
    /** Lookup: the origin is to answer. */
    FORWARD,
    /** Lookup: the request allows only what is stored, and there is nothing. */
    REFUSE,
    /** Fetch: an answer has come. */
    ANSWERED,
    /** Fetch: the origin has confirmed what is stored. */
    CONFIRMED,
    /** Fetch: the origin has answered that it is in trouble (5xx). */
    SERVER_ERROR,
    /** Store: it is stored. */
    STORED,
    /** Store: it is not. */
    NOT_STORED,
    /** The step ended in an error. */
    FAILED,
    /** Nobody waited for it any more. */
    LEFT;

    private final String token = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** This outcome as a key-value. */
    public String token() {
        return token;
    }
}
