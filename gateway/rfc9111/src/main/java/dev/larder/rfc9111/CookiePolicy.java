package dev.larder.rfc9111;

/** The treatment of responses with Set-Cookie, which are usually meant for a single user. */
public enum CookiePolicy {
    /** Stores them only if the origin states {@code public}, or {@code s-maxage}, with a lifetime. */
    PUBLIC_ONLY,
    /** Stores them without Set-Cookie: only the client whose request the origin has answered receives it. */
    STRIP,
    /** Stores them with Set-Cookie if the origin states a lifetime; every client of a hit receives it. */
    ALLOW
}
