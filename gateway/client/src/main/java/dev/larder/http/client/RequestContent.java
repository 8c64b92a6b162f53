package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The content of one request on its way to the origin, of an announced length or not (RFC 9112 6.2, 7.1). It is kept until the
 * request has a connection. Neither more nor less than announced is ever sent on a connection that is used again.
 *
 * <pre>
 * KEPT --- a connection -----------> UNSENT --- the first piece ---> SENDING --- the last ---> COMPLETE
 *   |                                   |                               |                         |
 *   |<-- the connection is lost --------+-------------------------------+-------------------------'
 *   '--- not needed, in any state ---> DISCARDED
 * </pre>
 */
final class RequestContent {

    private final long length;
    private long missing;
    private State state = State.KEPT;
    private @Nullable Deque<Object> kept;
    private @Nullable SentContent sent;
    private @Nullable RequestCarrier carrier;

    private enum State {
        /** There is no connection yet, or no more. */
        KEPT,
        /** The head has a connection, but nothing of the content has been sent on it. */
        UNSENT,
        SENDING,
        /** All content has been handed to the connection. */
        COMPLETE,
        /** The request needs no more content. */
        DISCARDED
    }

    /** Creates content of this length, or {@link OriginRequest#CHUNKED}. */
    RequestContent(long length) {
        this.length = length;
        missing = length;
    }

    /** Whether all content has been handed to the connection. */
    boolean isComplete() {
        return state == State.COMPLETE;
    }

    /** Sends what is kept, and all that follows, on this connection or stream. */
    void sendOn(RequestCarrier used) {
        carrier = used;
        state = length == OriginRequest.NO_CONTENT ? State.COMPLETE : State.UNSENT;
        if (state == State.UNSENT && used.mayRefuse()) {
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
        if (state == State.DISCARDED) {
            piece.release();
        } else if (carrier == null) {
            keep(piece);
        } else if (!piece.isReadable()) {
            piece.release();
        } else if (isMoreThanAnnounced(piece)) {
            piece.release();
            carrier.fail(new IllegalStateException("The request has more content than announced."));
        } else {
            if (missing != OriginRequest.CHUNKED) {
                missing -= piece.readableBytes();
            }
            state = missing == 0 ? State.COMPLETE : State.SENDING;
            if (sent != null) {
                sent.add(piece);
            }
            carrier.send(piece, state == State.COMPLETE);
        }
    }

    private boolean isMoreThanAnnounced(ByteBuf piece) {
        return state == State.COMPLETE || (missing != OriginRequest.CHUNKED && piece.readableBytes() > missing);
    }

    /** Ends the content. */
    void end(HeaderFields trailers) {
        if (state == State.DISCARDED || state == State.COMPLETE) {
            return;
        }
        if (carrier == null) {
            keep(trailers);
        } else if (missing == OriginRequest.CHUNKED) {
            state = State.COMPLETE;
            if (sent != null) {
                sent.add(trailers);
            }
            carrier.sendEnd(trailers);
        } else {
            carrier.fail(new IllegalStateException("The request has less content than announced."));
        }
    }

    /** Whether it can be sent from its beginning once more. */
    boolean isRepeatable() {
        return switch (state) {
            case KEPT, UNSENT -> true;
            case SENDING, COMPLETE -> length == OriginRequest.NO_CONTENT || (sent != null && sent.isWhole());
            case DISCARDED -> false;
        };
    }

    /** Keeps all content, what has been sent and what follows, until the request has another connection. */
    void disconnect() {
        carrier = null;
        state = State.KEPT;
        if (sent != null) {
            kept = sent.parts();
            sent = null;
        }
        missing = length;
    }

    /** Releases what is kept, and all that follows; called when the request needs no more content. */
    void discard() {
        state = State.DISCARDED;
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
