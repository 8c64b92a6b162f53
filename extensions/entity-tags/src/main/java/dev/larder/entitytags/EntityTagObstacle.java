package dev.larder.entitytags;

/** Reason why the entity tag of a response is not kept; later requests go to the service. */
enum EntityTagObstacle {
    /** The response is not a 200 to a GET. */
    NOT_A_200,
    /** The request or the response has no-store (RFC 9111 5.2). */
    NO_STORE,
    /** The response is private, and its user is unknown (RFC 9111 5.2.2.7). */
    PRIVATE,
    /** The request has credentials, and the response does not permit reuse (RFC 9111 3.5). */
    CREDENTIALS,
    /** The response has Set-Cookie, whose effect a 304 would lack. */
    SET_COOKIE,
    /** The response comes from a cache behind this filter; it may be from before a write. */
    AGE,
    /** The matching requests are unknown: Vary is {@code *} or unreadable (RFC 9110 12.5.5), or names what the gateway adds later. */
    VARY,
    /** By the rule, its content names pools whose writes invalidate it: that is known to a store only. */
    CONTENT_POOLS,
    /** The service's own tag is weak or unreadable. */
    NOT_STRONG,
    /** A write stands against the response. */
    WRITTEN
}
