package dev.larder.gateway.exchange;

import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The client of one exchange, as the exchange sees it. Called on the client's event loop only. After {@link #send}, {@link #end}
 * or {@link #breakOff} nothing more is called.
 */
public interface ClientPort {

    /** Sends an interim response (RFC 9110 15.2), if the client understands it. */
    void interim(ResponseHead head);

    /** Sends a complete response, which is delimited if its head announces no length. Its content is not changed later. */
    void send(ResponseHead head, List<ByteBuffer> content);

    /** Begins a response whose content follows, if its status and the request's method allow any. */
    void head(ResponseHead head);

    /** Sends octets of the content; takes over the buffer. */
    void data(ByteBuf octets);

    /** Called when nothing more is to be sent for now. */
    void flush();

    /** Ends the response. */
    void end();

    /** Ends the response visibly incomplete (RFC 9112 8): the connection or stream is closed. */
    void breakOff();

    /** Returns whether the client keeps up; if not, {@link Exchange#clientWritable} is called once it does. */
    boolean isWritable();
}
