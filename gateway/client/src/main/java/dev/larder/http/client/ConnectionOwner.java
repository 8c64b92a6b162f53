package dev.larder.http.client;

/** The pool of a connection, as the connection sees it. All methods are called on its event loop. */
interface ConnectionOwner {

    /** Returns the current time in nanoseconds. */
    long now();

    /** Sends the request on a free connection or a new one, or lets it wait for one. */
    void ask(PooledCall call);

    /** Sends a request again on a new connection, in place of the one that has ended under it. */
    void repeat(PooledCall call, PooledConnection ended);

    /** Takes back a connection that can carry another request: one that waits, or a later one. */
    void offer(PooledConnection connection);

    /**
     * Called when a connection that carries several requests carries one less, or may carry more.
     *
     * @param inUse whether it still carries any
     */
    void onCapacity(PooledConnection connection, boolean inUse);

    /** Called when a connection has ended. */
    void onClose(PooledConnection connection);
}
