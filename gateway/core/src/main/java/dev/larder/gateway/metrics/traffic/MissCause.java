package dev.larder.gateway.metrics.traffic;

import dev.larder.rfc9111.Reason;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Why the store could not answer a request for which it could have been used: the metric tag {@code cause} of misses. */
public enum MissCause {
    /** Nothing has been stored for it, as far as known. */
    COLD,
    /** The entry was evicted or not admitted: a larger store would have answered. */
    CAPACITY,
    /** The stored response was no longer fresh. */
    EXPIRED,
    /** A write or a purge had invalidated the response. */
    INVALIDATED,
    /** Other variants than the requested one were stored (RFC 9111 4.1). */
    VARIANT,
    /** Its responses are not stored. */
    NOT_CACHEABLE,
    /** The stored response must be validated before each use. */
    ALWAYS_VALIDATED,
    /** The request demanded more than the stored response satisfies. */
    REQUEST,
    /** A write was under way, or acknowledged and not delivered, that might have invalidated the response. */
    FENCED,
    /** This gateway might have missed a write of another one. */
    DISCONNECTED,
    /** Another part than the requested one was stored. */
    PART,
    /** The store was not available. */
    STORE_FAULT;

    private final String token = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns this cause as a metric tag. */
    public String token() {
        return token;
    }

    /**
     * Returns the cause of a miss.
     *
     * @param reason why the request was not answered from the store
     * @param notStored why its response is not stored; empty if it is, or if there is none
     * @param ofKey returns the cause known for the key, if nothing is stored under it
     */
    static MissCause of(Reason reason, Optional<Reason> notStored, Supplier<MissCause> ofKey) {
        return switch (reason) {
            case URI_MISS ->
                notStored.filter(Reason::isUnstorableForAllClients).isPresent() ? NOT_CACHEABLE : ofKey.get();
            case VARY_MISS -> VARIANT;
            case STALE -> EXPIRED;
            case INVALIDATED -> INVALIDATED;
            case RESPONSE_NO_CACHE, ALWAYS_VALIDATED -> ALWAYS_VALIDATED;
            case REQUEST_NO_CACHE, REQUEST_MAX_AGE, REQUEST_MIN_FRESH, REQUEST_CONDITION, ONLY_IF_CACHED -> REQUEST;
            case FENCED, WRITE_PENDING -> FENCED;
            case LEASE_LAPSED -> DISCONNECTED;
            case STORED_PART -> PART;
            default -> STORE_FAULT;
        };
    }
}
