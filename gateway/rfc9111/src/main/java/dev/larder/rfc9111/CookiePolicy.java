package dev.larder.rfc9111;

/** What becomes of responses with Set-Cookie, which is usually one user's own. */
public enum CookiePolicy {
    /** They are stored where the origin itself says {@code public} or {@code s-maxage} with a lifetime, else not. */
    PUBLIC_ONLY,
    /** They are stored without Set-Cookie: only the client whose request the origin has answered gets it. */
    STRIP,
    /** They are stored with Set-Cookie where the origin states a lifetime, and every client of a hit gets it. */
    ALLOW
}
