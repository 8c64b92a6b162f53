package dev.larder.gateway.metrics.span;

import java.util.Locale;

/** Outcome of a step of the cache. */
public enum StepOutcome {
    /** Lookup: answered from the store. */
    SERVE,
    /** Lookup: answered from the store with a stale response, which is validated in the background. */
    SERVE_WHILE_REVALIDATING,
    /** Lookup: the origin must validate the stored response. */
    REVALIDATE,
    /** Lookup: forwarded to the origin. */
    FORWARD,
    /** Lookup: the request allows only a stored response, and none is usable. */
    REFUSE,
    /** Fetch: a response has arrived. */
    ANSWERED,
    /** Fetch: the origin has confirmed the stored response. */
    CONFIRMED,
    /** Fetch: the origin has responded with a server error (5xx). */
    SERVER_ERROR,
    /** Store: the response is stored. */
    STORED,
    /** Store: the response is not stored. */
    NOT_STORED,
    /** The step failed with an error. */
    FAILED,
    /** The step was cancelled because its result was not needed any more. */
    LEFT;

    private final String token = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns this outcome as a key-value. */
    public String token() {
        return token;
    }
}
