package dev.larder.http.client;

/** A connection to an origin, as its pool sees it. All methods are called on its event loop. */
interface PooledConnection {

    /** Whether requests can still be written. */
    boolean isOpen();

    /** Whether the connection can carry another request: it is open, and neither idle nor old for too long. */
    boolean isUsable(long now);

    /** Whether it can carry several requests at a time. */
    default boolean isMultiplexed() {
        return false;
    }

    /** Whether it can carry one more request beside those it carries. */
    default boolean hasCapacity(long now) {
        return false;
    }

    /** Whether content of another request would be sent without waiting for that of those it carries. */
    default boolean canSendContent() {
        return true;
    }

    /** Whether it is known how many requests it can carry. */
    default boolean isSettled() {
        return true;
    }

    /** Writes a request; false if it has been cancelled or has failed before, and the connection is still free. */
    boolean begin(PooledCall next);

    /** Ends what is late, or has been idle for too long. */
    void sweep(long now);

    /** Closes the connection. */
    void close();
}
