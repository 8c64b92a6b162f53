package dev.larder.dictionaries;

/** Why a response is neither a dictionary nor encoded with one. */
enum DictionaryObstacle {
    /** The request is not GET for a path of plain characters. */
    REQUEST,
    /** The request is for a range: parts of different codings must not be mixed. */
    RANGE,
    /** The request was not made by HTTPS (RFC 9842 8). */
    NOT_SECURE,
    /** The route has no cache, or its rule only watches: what is shared is for the cache to say. */
    NOT_CACHED,
    /** The rule distinguishes requests by user, cookie, header field or content, or a filter sets a field that may tell users. */
    KEYED,
    /** The response is not a 200. */
    STATUS,
    /** The response has a content coding already. */
    CODED,
    /** The content has no known length, or is too short or too long. */
    LENGTH,
    /** The response has private, no-store or Set-Cookie. */
    PRIVATE,
    /** The request has credentials, and the response has neither public nor s-maxage. */
    CREDENTIALS,
    /** The response has no-transform (RFC 9110 7.7). */
    NO_TRANSFORM,
    /** The response may depend on who asks: Vary with *, or a field by which origins may know their users. */
    VARY,
    /** The request comes from a page of another origin, which may not read the response (RFC 9842 9.3.3). */
    CROSS_ORIGIN
}
