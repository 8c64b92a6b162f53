package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;

/**
 * Receives what becomes of one request to an origin. The order of the calls:
 *
 * <pre>
 * sending* interim* ( head data* end | head data* failed | failed )
 * </pre>
 *
 * {@link #writable} and {@link #received} may come at any time after {@link #sending}. All methods are called on the event loop of the request, and
 * none after {@link #end}, {@link #failed} or {@link OriginCall#cancel}. Only {@link #sending} may be called before {@link
 * OriginClient#ask} has returned.
 */
public interface OriginResponseListener {

    /**
     * The head is about to be written. Called again if the request is repeated on another connection.
     *
     * @throws RuntimeException if the request must not be sent any more; the request then fails with this exception
     */
    void sending();

    /** An interim response has arrived: any 1xx but 101 (RFC 9110 15.2). */
    void interim(ResponseHead head);

    /**
     * The head of the final response has arrived.
     *
     * @param atHand whether the whole message has arrived, so that its content and end follow at once
     */
    void head(ResponseHead head, boolean atHand);

    /** A piece of the content has arrived. The receiver releases it. */
    void data(ByteBuf data);

    /** The whole message has arrived (RFC 9112 8). Never called for a truncated one. */
    void end(HeaderFields trailers);

    /**
     * The request has failed, or its response is incomplete.
     *
     * @param error {@link java.net.ConnectException}, {@link java.net.UnknownHostException} or {@link OriginBusyException} if
     *     nothing was sent; {@link io.netty.handler.timeout.ReadTimeoutException} if the origin is late; another {@link
     *     java.io.IOException} if the connection ends or the response is malformed; {@link IllegalArgumentException} or {@link
     *     IllegalStateException} if the request or its content violates the contract; or what {@link #sending} has thrown
     */
    void failed(Throwable error);

    /** More content of the request may be sent: {@link OriginCall#isWritable} has become true. */
    void writable();

    /** Returns whether pauses of the content are limited; not if its client may wait for it as long as it likes. */
    default boolean hasIdleTimeout() {
        return true;
    }

    /** All that has been received for now has been delivered. Not called after the end of the response. */
    default void received() {}
}
