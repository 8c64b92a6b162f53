package dev.larder.gateway.origin;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The content of one request on its way to the origin, framed by its announced length or in chunks (RFC 9112 6.2, 7.1). It is
 * kept until the request has a connection. Neither more nor less than announced is ever sent on a connection that is used again.
 */
final class RequestContent {

    private static final ByteBuf LINE_END = Unpooled.unreleasableBuffer(
                    Unpooled.directBuffer(2).writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII)))
            .asReadOnly();
    private static final int LONGEST_SIZE_LINE = 10;
    private static final int LAST_CHUNK_LINE = 3;

    private long missing;
    private boolean complete;
    private boolean discarded;
    private @Nullable Deque<Object> kept;
    private @Nullable OriginConnection connection;

    /** Creates content of this length, or {@link OriginRequest#CHUNKED}. */
    RequestContent(long length) {
        missing = length;
        complete = length == OriginRequest.NO_CONTENT;
    }

    /** Whether all content has been handed to the connection. */
    boolean isComplete() {
        return complete;
    }

    /** Sends what is kept, and all that follows, on this connection. */
    void sendOn(OriginConnection used) {
        connection = used;
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
        } else if (connection == null) {
            keep(piece);
        } else if (!piece.isReadable()) {
            piece.release();
        } else if (complete || (missing != OriginRequest.CHUNKED && piece.readableBytes() > missing)) {
            piece.release();
            connection.fail(new IllegalStateException("The request has more content than announced."));
        } else if (missing == OriginRequest.CHUNKED) {
            connection.write(sizeLine(connection, piece.readableBytes()));
            connection.write(piece);
            connection.writeAndFlush(LINE_END.duplicate());
        } else {
            missing -= piece.readableBytes();
            complete = missing == 0;
            write(connection, piece);
        }
    }

    private void write(OriginConnection used, ByteBuf octets) {
        if (complete) {
            used.writeLast(octets);
        } else {
            used.writeAndFlush(octets);
        }
    }

    /** Ends the content. */
    void end(HeaderFields trailers) {
        if (discarded) {
            return;
        }
        if (connection == null) {
            keep(trailers);
        } else if (!complete && missing == OriginRequest.CHUNKED) {
            ByteBuf end = connection.allocate(LAST_CHUNK_LINE + Math.toIntExact(trailers.bytes()) + 2);
            ByteBufUtil.writeAscii(end, "0\r\n");
            try {
                RequestHeadEncoder.writeSection(end, trailers);
            } catch (IllegalArgumentException malformed) {
                end.release();
                connection.fail(malformed);
                return;
            }
            complete = true;
            connection.writeLast(end);
        } else if (!complete) {
            connection.fail(new IllegalStateException("The request has less content than announced."));
        }
    }

    /** Releases what is kept, and all that follows; called when the request needs no more content. */
    void discard() {
        discarded = true;
        connection = null;
        if (kept != null) {
            kept.forEach(ReferenceCountUtil::release);
            kept.clear();
        }
    }

    private void keep(Object part) {
        if (kept == null) {
            kept = new ArrayDeque<>();
        }
        kept.add(part);
    }

    private static ByteBuf sizeLine(OriginConnection connection, int size) {
        ByteBuf line = connection.allocate(LONGEST_SIZE_LINE);
        ByteBufUtil.writeAscii(line, Integer.toHexString(size));
        line.writeBytes(LINE_END.duplicate());
        return line;
    }
}
