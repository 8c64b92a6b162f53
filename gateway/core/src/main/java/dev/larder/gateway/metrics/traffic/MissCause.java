package dev.larder.gateway.metrics.traffic;

import dev.larder.rfc9111.Reason;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Why the store could not answer a request that it might have answered: the metric tag {@code cause} of misses. */
public enum MissCause {
    /** Nothing has been stored for it, as far as is remembered. */
    COLD,
    /** What was stored had to make room, or was not let in: a larger store would have answered. */
    CAPACITY,
    /** What was stored was not fresh any more. */
    EXPIRED,
    /** A write or a purge had made it wrong. */
    INVALIDATED,
    /** Other variants were stored than the one asked for (RFC 9111 4.1). */
    VARIANT,
    /** Responses to it are not stored. */
    NOT_CACHEABLE,
    /** What is stored must be validated before each use. */
    ALWAYS_VALIDATED,
    /** The request asked for more than what was stored. */
    REQUEST,
    /** A write was under way, or acknowledged and not delivered, that might have made it wrong. */
    FENCED,
    /** This gateway might not have heard of a write. */
    DISCONNECTED,
    /** Another part was stored than the one asked for. */
    PART,
    /** The store failed. */
    STORE_FAULT;

    private final String token = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** This cause as a metric tag. */
    public String token() {
        return token;
    }

    /**
     * The cause of a miss.
     *
     * @param reason why the request was not answered from the store
     * @param notStored why its response is not stored; empty if it is, or if there is none
     * @param ofKey what is remembered of the key, where nothing is stored under it
     */
    static MissCause of(Reason reason, Optional<Reason> notStored, Supplier<MissCause> ofKey) {
        return switch (reason) {
            case URI_MISS -> notStored.filter(Reason::neverStored).isPresent() ? NOT_CACHEABLE : ofKey.get();
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
