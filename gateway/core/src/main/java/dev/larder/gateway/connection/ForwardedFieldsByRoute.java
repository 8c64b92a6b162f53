package dev.larder.gateway.connection;

import org.jspecify.annotations.Nullable;

/**
 * The header fields of forwarded messages.
 *
 * @param cached on routes with a cache
 * @param streamed the same for requests of HTTP/2
 * @param uncached on other routes, whose requests get no field of Larder's; null if those are not forwarded here
 */
record ForwardedFieldsByRoute(
        ForwardedFields cached,
        ForwardedFields streamed,
        @Nullable ForwardedFields uncached) {

    /** Returns those on routes with a cache. */
    ForwardedFields cached(boolean stream) {
        return stream ? streamed : cached;
    }
}
