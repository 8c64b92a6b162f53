package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/** What carries one request: for its time a connection of HTTP/1.1, or a stream of HTTP/2. */
interface RequestCarrier {

    /** Whether the origin may refuse the request after content has been sent, so that all of it has to be sent again. */
    default boolean mayRefuse() {
        return false;
    }

    /** Returns the channel of the connection. */
    Channel channel();

    /** Whether content is sent at once. */
    boolean isWritable();

    /** Writes a piece of content, which it releases. */
    void send(ByteBuf piece, boolean last);

    /** Ends content whose length is not announced. Malformed trailers fail the request. */
    void sendEnd(HeaderFields trailers);

    /** Switches reading on or off while the current response is received. */
    void setReading(boolean reading);

    /** Called when the current response is not paused any more: the pause was not the origin's. */
    void resumed();

    /** Fails the current request, and ends what carries it. */
    void fail(Throwable error);

    /** Ends what carries this request, if it still does. */
    void abandon(OriginCall abandoned);
}
