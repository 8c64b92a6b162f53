package dev.larder.gateway.exchange;

import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;

/** Where a response goes as it arrives. Exactly one of {@link #end} and {@link #failed} is its last call. */
public interface ResponseSink {

    /** An interim response has arrived. */
    void interim(ResponseHead head);

    /**
     * The head of the origin's response; its content follows.
     *
     * @param atHand whether the whole message has arrived, so that its content and end follow at once
     */
    void head(ResponseHead head, boolean atHand);

    /** Octets of the content; takes over the buffer. Returns whether the client keeps up. */
    boolean receive(ByteBuf octets);

    /** Nothing more has been received for now. */
    void received();

    /** Returns whether pauses of the content are limited; not if its client may wait for it as long as it likes. */
    default boolean hasIdleTimeout() {
        return false;
    }

    /** The content is complete. */
    void end();

    /** There is no response, or no more of it. */
    void failed(Throwable error);
}
