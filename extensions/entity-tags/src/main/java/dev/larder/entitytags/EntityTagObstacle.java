package dev.larder.entitytags;

/** Why the entity tag of a response is not kept: the service is asked again. */
enum EntityTagObstacle {
    /** It is no 200 to a GET. */
    NOT_A_200,
    /** The response says no-store, or the request did (RFC 9111 5.2). */
    NO_STORE,
    /** The response is private: there is no telling for whom (RFC 9111 5.2.2.7). */
    PRIVATE,
    /** The request has credentials, and the response does not say that it may be used again (RFC 9111 3.5). */
    CREDENTIALS,
    /** A 304 would lack what Set-Cookie does. */
    SET_COOKIE,
    /** A cache behind this filter has answered; its response may be from before a write. */
    AGE,
    /** Nobody can tell which requests it is for: Vary says {@code *}, or cannot be read (RFC 9110 12.5.5). */
    VARY,
    /** The service has a tag of its own which is weak, or cannot be read. */
    NOT_STRONG,
    /** A write stands against it. */
    WRITTEN
}
