package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.Optional;

/** A request to an origin, seen from its sender. All methods must be called on the event loop of the request. */
public interface OriginCall {

    /**
     * Sends a piece of content; it is kept until the request has a connection. It is released in any case. If there is more
     * than announced, the request fails with an {@link IllegalStateException}. Ignored after the end of the response.
     */
    void send(ByteBuf content);

    /**
     * Ends the content. Trailers are sent with chunked content only. If there is less content than announced, the request
     * fails with an {@link IllegalStateException}. Not necessary for a request without content.
     */
    void sendLast(HeaderFields trailers);

    /** Returns the channel that carries the request; empty before there is one, and when the response has arrived. */
    default Optional<Channel> channel() {
        return Optional.empty();
    }

    /** Returns whether content is sent at once; false while the request waits for its connection, or the origin does not read. */
    boolean isWritable();

    /**
     * Holds back content of the response, and what follows it, until {@link #resume}. The origin is slowed down only when more
     * than 64 KiB are held back, so that a short pause costs nothing. The response cannot be late meanwhile.
     */
    void pause();

    /** Ends a pause: what has been held back is delivered before this method returns. Without a pause, nothing happens. */
    void resume();

    /**
     * Abandons the request: its listener is not called again, and what has been held back is released. The connection is closed
     * unless the response has arrived completely.
     */
    void cancel();
}
