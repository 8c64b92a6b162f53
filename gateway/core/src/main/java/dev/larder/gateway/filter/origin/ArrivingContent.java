package dev.larder.gateway.filter.origin;

import dev.larder.http.MessageEnd;
import io.netty.buffer.ByteBuf;
import org.reactivestreams.Publisher;

/**
 * The content of a response as Larder's client receives it: for one reader, which releases the pieces. It fails if the message breaks
 * off. What nobody reads must be discarded or cancelled.
 */
public interface ArrivingContent extends Publisher<ByteBuf>, MessageEnd {

    /** Reads the rest for nobody if it is short, and cancels it if it is not; leaves it to its reader if there is one. */
    void discard();

    /** Releases what has arrived, and gives the request up unless the whole message has arrived. */
    void cancel();
}
