package dev.larder.gateway.origin;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The content of one request on its way to the origin, of an announced length or not (RFC 9112 6.2, 7.1). It is kept until the
 * request has a connection. Neither more nor less than announced is ever sent on a connection that is used again.
 */
final class RequestContent {

    private final long length;
    private long missing;
    private boolean begun;
    private boolean complete;
    private boolean discarded;
    private @Nullable Deque<Object> kept;
    private @Nullable SentContent sent;
    private @Nullable RequestCarrier carrier;

    /** Creates content of this length, or {@link OriginRequest#CHUNKED}. */
    RequestContent(long length) {
        this.length = length;
        missing = length;
        complete = length == OriginRequest.NO_CONTENT;
    }

    /** Whether all content has been handed to the connection. */
    boolean isComplete() {
        return complete;
    }

    /** Sends what is kept, and all that follows, on this connection or stream. */
    void sendOn(RequestCarrier used) {
        carrier = used;
        if (!complete && used.mayRefuse()) {
            sent = new SentContent();
        }
        while (kept != null && !kept.isEmpty()) {
            Object next = kept.remove();
            if (next instanceof ByteBuf piece) {
                send(piece);
            } else if (next instanceof HeaderFields trailers) {
                end(trailers);
            }
        }
    }

    /** Sends a piece of content. */
    void send(ByteBuf piece) {
        if (discarded) {
            piece.release();
        } else if (carrier == null) {
            keep(piece);
        } else if (!piece.isReadable()) {
            piece.release();
        } else if (complete || (missing != OriginRequest.CHUNKED && piece.readableBytes() > missing)) {
            piece.release();
            carrier.fail(new IllegalStateException("The request has more content than announced."));
        } else {
            begun = true;
            if (missing != OriginRequest.CHUNKED) {
                missing -= piece.readableBytes();
                complete = missing == 0;
            }
            if (sent != null) {
                sent.add(piece);
            }
            carrier.send(piece, complete);
        }
    }

    /** Ends the content. */
    void end(HeaderFields trailers) {
        if (discarded) {
            return;
        }
        if (carrier == null) {
            keep(trailers);
        } else if (!complete && missing == OriginRequest.CHUNKED) {
            begun = true;
            complete = true;
            if (sent != null) {
                sent.add(trailers);
            }
            carrier.sendEnd(trailers);
        } else if (!complete) {
            carrier.fail(new IllegalStateException("The request has less content than announced."));
        }
    }

    /** Whether it can be sent from its beginning once more. */
    boolean isRepeatable() {
        return !begun || (sent != null && sent.isWhole());
    }

    /** Keeps all content, what has been sent and what follows, until the request has another connection. */
    void disconnect() {
        carrier = null;
        if (sent != null) {
            kept = sent.parts();
            sent = null;
        }
        begun = false;
        missing = length;
        complete = length == OriginRequest.NO_CONTENT;
    }

    /** Releases what is kept, and all that follows; called when the request needs no more content. */
    void discard() {
        discarded = true;
        carrier = null;
        if (kept != null) {
            kept.forEach(ReferenceCountUtil::release);
            kept.clear();
        }
        if (sent != null) {
            sent.release();
            sent = null;
        }
    }

    private void keep(Object part) {
        if (kept == null) {
            kept = new ArrayDeque<>();
        }
        kept.add(part);
    }
}
