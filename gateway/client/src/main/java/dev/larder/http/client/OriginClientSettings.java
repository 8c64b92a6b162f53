package dev.larder.http.client;

import java.time.Duration;

/**
 * Limits of a client of origins. A timeout of zero is none.
 *
 * @param connectTimeout maximum time to establish a connection to one address
 * @param responseTimeout maximum time from a request sent to the head of its response
 * @param bodyIdleTimeout maximum time between two parts of a response
 * @param maxInitialLineLength maximum octets of a status line
 * @param maxHeaderSize maximum octets of the field lines of a head, and of trailers
 * @param pool limits of the connections to one origin
 */
public record OriginClientSettings(
        Duration connectTimeout,
        Duration responseTimeout,
        Duration bodyIdleTimeout,
        int maxInitialLineLength,
        int maxHeaderSize,
        Pool pool) {

    /**
     * Limits of the connections to one origin, over all event loops. A timeout of zero is none.
     *
     * @param maxConnections maximum number of connections; each event loop may have one by HTTP/2 in any case
     * @param clientShare number of requests that one client address may have under way whatever others have
     * @param maxWaiting maximum number of requests that wait for a connection
     * @param acquireTimeout maximum time that a request waits for a connection
     * @param idleTimeout maximum time that a connection stays unused
     * @param ttl maximum age of a connection that is used again
     */
    public record Pool(
            int maxConnections,
            int clientShare,
            int maxWaiting,
            Duration acquireTimeout,
            Duration idleTimeout,
            Duration ttl) {

        /**
         * Checks the components.
         *
         * @throws IllegalArgumentException if there could be no connection
         */
        public Pool {
            if (maxConnections <= 0) {
                throw new IllegalArgumentException("A pool needs at least one connection.");
            }
        }

        /** Returns whether a connection may be used again that has been unused and open for so long, in nanoseconds. */
        boolean mayReuse(long idle, long age) {
            return !isReached(idleTimeout, idle) && !isReached(ttl, age);
        }
    }

    /** Returns whether a timeout, if it is one, has been reached after so many nanoseconds. */
    static boolean isReached(Duration timeout, long nanos) {
        return !timeout.isZero() && nanos >= timeout.toNanos();
    }
}
