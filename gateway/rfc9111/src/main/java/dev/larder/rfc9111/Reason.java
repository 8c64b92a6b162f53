package dev.larder.rfc9111;

import java.util.Locale;

/**
 * RFC 9211 2.2 and 2.8: the reasons for every decision of this cache. The {@code fwd} and {@code detail} parameters of
 * Cache-Status, the metric tag and the word in the log are all derived from it.
 */
public enum Reason {
    // Answered from the store.
    HIT(Fwd.NONE),
    HIT_MAX_STALE(Fwd.NONE),
    HIT_STALE_WHILE_REVALIDATE(Fwd.NONE),
    HIT_STALE_IF_ERROR(Fwd.STALE),
    HIT_STALE_DISCONNECTED(Fwd.STALE),

    // Forwarded because of a property of the request.
    METHOD(Fwd.METHOD),
    REQUEST_BODY(Fwd.BYPASS),
    UPGRADE(Fwd.BYPASS),
    BYPASS(Fwd.BYPASS),
    NO_PRINCIPAL(Fwd.BYPASS),
    REQUEST_CONTENT_TOO_LARGE(Fwd.BYPASS),
    INCREMENTAL(Fwd.BYPASS),
    REQUEST_NO_CACHE(Fwd.REQUEST),
    REQUEST_MAX_AGE(Fwd.REQUEST),
    REQUEST_MIN_FRESH(Fwd.REQUEST),
    REQUEST_CONDITION(Fwd.REQUEST),

    // Forwarded because of the state of the store.
    URI_MISS(Fwd.URI_MISS, true),
    VARY_MISS(Fwd.VARY_MISS, true),
    STALE(Fwd.STALE, true),
    RESPONSE_NO_CACHE(Fwd.STALE, true),
    INVALIDATED(Fwd.STALE, true),
    ALWAYS_VALIDATED(Fwd.STALE),
    FENCED(Fwd.MISS),
    LEASE_LAPSED(Fwd.MISS),
    WRITE_PENDING(Fwd.MISS),
    STORED_PART(Fwd.PARTIAL),

    // Refused.
    ONLY_IF_CACHED(Fwd.NONE),

    // Not stored because of the messages.
    REQUEST_NO_STORE(Fwd.NONE),
    RANGE_REQUEST(Fwd.NONE),
    CONDITIONAL_REQUEST(Fwd.NONE),
    METHOD_NOT_CACHEABLE(Fwd.NONE),
    INTERIM(Fwd.NONE),
    NOT_MODIFIED(Fwd.NONE),
    PARTIAL_CONTENT(Fwd.NONE),
    STATUS_NOT_UNDERSTOOD(Fwd.NONE),
    STATUS_EXCLUDED(Fwd.NONE),
    RESPONSE_NO_STORE(Fwd.NONE),
    PRIVATE(Fwd.NONE),
    AUTHORIZATION(Fwd.NONE),
    VARY_STAR(Fwd.NONE),
    CONNECTION_NAMES_DECIDING_FIELD(Fwd.NONE),
    REQUEST_CHANGED(Fwd.NONE),
    RESPONSE_CHANGED(Fwd.NONE),
    SET_COOKIE(Fwd.NONE),
    NO_FRESHNESS(Fwd.NONE),
    ALREADY_STALE(Fwd.NONE),

    // Not stored because of an event in the meantime.
    TOO_LARGE(Fwd.NONE),
    NOT_ADMITTED(Fwd.NONE),
    NO_MEMORY(Fwd.NONE),
    CONTENT_UNREADABLE(Fwd.NONE),
    TRUNCATED(Fwd.NONE),
    ABORTED(Fwd.NONE),
    VOIDED(Fwd.NONE),
    STORE_FAULT(Fwd.MISS),

    // A write that other members of the cluster may not know yet.
    EVENTUAL(Fwd.NONE),

    // A 304 that cannot be used.
    NOT_MODIFIED_WITHOUT_CONDITION(Fwd.NONE),
    NOT_MODIFIED_MATCHES_NOTHING(Fwd.MISS),

    // The origin did not answer.
    ORIGIN_UNREACHABLE(Fwd.NONE),
    ORIGIN_TIMEOUT(Fwd.NONE),
    ORIGIN_MALFORMED(Fwd.NONE);

    /** RFC 9211 2.2: the tokens of {@code fwd}. */
    private enum Fwd {
        NONE,
        BYPASS,
        METHOD,
        URI_MISS,
        VARY_MISS,
        MISS,
        REQUEST,
        STALE,
        PARTIAL
    }

    private final Fwd fwd;
    private final boolean collapsible;
    private final String token;
    private final String fwdToken;

    Reason(Fwd fwd) {
        this(fwd, false);
    }

    Reason(Fwd fwd, boolean collapsible) {
        this.fwd = fwd;
        this.collapsible = collapsible;
        this.token = kebab(name());
        this.fwdToken = kebab((fwd == Fwd.NONE ? Fwd.MISS : fwd).name());
    }

    /** Returns the {@code fwd} token of RFC 9211 2.2; {@code miss} for a reason that is not one for forwarding. */
    public String fwd() {
        return fwdToken;
    }

    /** Returns the token of lower-case letters, digits and hyphens for {@code detail}, metric tags and log lines. */
    public String token() {
        return token;
    }

    /** Whether it prevents a response from being stored for any client, so that the next request cannot be a hit either. */
    public boolean isUnstorableForAllClients() {
        return switch (this) {
            case STATUS_NOT_UNDERSTOOD,
                    STATUS_EXCLUDED,
                    RESPONSE_NO_STORE,
                    PRIVATE,
                    AUTHORIZATION,
                    VARY_STAR,
                    CONNECTION_NAMES_DECIDING_FIELD,
                    SET_COOKIE,
                    NO_FRESHNESS,
                    ALREADY_STALE,
                    TOO_LARGE -> true;
            default -> false;
        };
    }

    /** Whether it depends on the response alone: no other request would have obtained a shareable one. */
    public boolean isOfResponse() {
        return this == RESPONSE_NO_CACHE || (this != AUTHORIZATION && isUnstorableForAllClients());
    }

    /** Whether a filter behind the cache has made the exchange one of a single client. */
    public boolean isOfLateFilter() {
        return this == REQUEST_CHANGED || this == RESPONSE_CHANGED;
    }

    /** Whether it says more than its {@code fwd} token. */
    boolean hasDetail() {
        return this == INVALIDATED || this == ALWAYS_VALIDATED || isStoreUnusable();
    }

    /** Whether it prevents any use of the store now, whatever the store contains. */
    boolean isStoreUnusable() {
        return this == FENCED || this == LEASE_LAPSED || this == WRITE_PENDING;
    }

    /** Whether concurrent requests forwarded for this reason may share one response (RFC 9111 4: collapsed requests). */
    public boolean isCollapsible() {
        return collapsible;
    }

    /** Whether the cache cannot be used for the request, which passes through unchanged. */
    public boolean isBypass() {
        return fwd == Fwd.METHOD || fwd == Fwd.BYPASS;
    }

    private static String kebab(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
