package dev.larder.gateway.message;

import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The client of one exchange, as the exchange sees it. Called on the loop of the exchange only. After {@link #send}, {@link
 * #sendFile}, {@link #end} or {@link #breakOff} nothing more is called.
 */
public interface ClientPort {

    /** Sends an interim response (RFC 9110 15.2), if the client understands it. */
    void interim(ResponseHead head);

    /**
     * Sends links of a stored response before the final response is known (RFC 8297), if the client and its route allow it; by
     * default they do not.
     */
    default void hint(ResponseHead head) {}

    /** Says for which stored response the 304 stands that is sent next. */
    default void confirms(StoredResponse stored) {}

    /** Sends a complete response, which is delimited if its head announces no length. Its content is not changed later. */
    void send(ResponseHead head, List<ByteBuffer> content);

    /** Sends a complete response with all of its content; takes over the buffer. */
    default void send(ResponseHead head, ByteBuf content) {
        try {
            head(head);
        } catch (RuntimeException fault) {
            content.release();
            throw fault;
        }
        if (content.isReadable()) {
            data(content);
        } else {
            content.release();
        }
        end();
    }

    /** Returns whether the operating system can send files to the client, so that their octets need not be read. */
    default boolean canSendFiles() {
        return false;
    }

    /** Sends a complete response whose content is a part of a file, if the client {@link #canSendFiles}. */
    void sendFile(ResponseHead head, Path file, ByteRange part);

    /**
     * Adds an action to be run when the response is over, however it ends, after the exchange knows of it; at once if it is over.
     */
    void atEnd(Runnable action);

    /** Takes over an error that leaves the request without a response; returns false if the client is to get a problem. */
    default boolean tryHandleError(Throwable error) {
        return false;
    }

    /** The head of a response has arrived; it is begun with this head, unless the origin fails before there is content. */
    default void announce(ResponseHead head) {}

    /** Returns whether another head may still be announced in place of the one that has been. */
    default boolean mayBeginAnew() {
        return true;
    }

    /** Begins a response whose content follows, if its status and the request's method allow any. */
    void head(ResponseHead head);

    /** Sends octets of the content; takes over the buffer. */
    void data(ByteBuf octets);

    /** Called when nothing more is to be sent for now. */
    void flush();

    /** Ends the response. */
    void end();

    /** Ends the response visibly incomplete (RFC 9112 8): the connection or stream is closed. */
    void breakOff(Throwable error);

    /** Called when the client has left before the end of the response. */
    default void abandoned() {}

    /** Returns whether the client keeps up; if not, {@code ReadExchange.clientWritable} is called once it does. */
    boolean isWritable();
}
