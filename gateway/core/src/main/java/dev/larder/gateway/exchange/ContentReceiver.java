package dev.larder.gateway.exchange;

import io.netty.buffer.ByteBuf;

/** Where the content of an origin's response goes. Called on the loop of its {@link Fetch}. */
interface ContentReceiver {

    /** Receives octets and takes over the buffer. Returns whether more may come at once. */
    boolean receive(ByteBuf octets);

    /** Nothing more has been received for now. */
    void received();

    /** Returns whether more content has to wait, even for a client that keeps up. */
    default boolean isFull() {
        return false;
    }

    /** Returns whether pauses of the content are limited. */
    default boolean hasIdleTimeout() {
        return true;
    }

    /** The content is complete. */
    void end();

    /** The content breaks off. */
    void failed(Throwable error);

    /** Returns whether the response is of no use without the client that caused it. */
    boolean isForInitiator();

    /**
     * Called when all exchanges have left.
     *
     * @return whether the rest of the response is not worth waiting for
     */
    boolean isWorthCancelling();

    /** The response has been cancelled: nothing more will come. */
    void cancelled();
}
