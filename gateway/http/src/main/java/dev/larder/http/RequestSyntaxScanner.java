package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Looks at the octets of requests just before the decoder consumes them, which it does line by line, and finds what it reads
 * without a word although it is malformed: folded lines, chunk extensions that are none, other octets than empty lines before
 * a request (RFC 9112 2.2, 5.2, 7.1). What cannot become a request any more is found as soon as it is there: nobody waits
 * for the rest of it.
 */
final class RequestSyntaxScanner {

    /** Octets of chunk extensions that one request may have beyond twice its content. */
    private static final long MOST_EXTENSIONS = 16 * 1024;

    private static final int LINE_END = 2;

    private enum Part {
        HEAD,
        CONTENT,
        CHUNK_LINE,
        CHUNK,
        TRAILERS
    }

    private Part part = Part.HEAD;
    private boolean started;
    private boolean feedAwaited;
    private long ofChunk;
    private long extensions;

    /** Whether a head has begun, as far as the decoder has been given octets, and is not decoded yet. */
    boolean inHead() {
        return part == Part.HEAD && (started || feedAwaited);
    }

    /** Whether the next message that the decoder makes is of a head, and no content. */
    boolean expectsHead() {
        return part == Part.HEAD;
    }

    /** To be called with what the decoder is about to decode; false if it must not, as it is malformed. */
    boolean areGood(ByteBuf undecoded) {
        return switch (part) {
            case HEAD -> isGoodHead(undecoded);
            case CONTENT -> true;
            case CHUNK_LINE -> isGoodChunkLine(undecoded);
            case CHUNK -> ofChunk > LINE_END || undecoded.getByte(undecoded.readerIndex()) == '\r';
            case TRAILERS -> !FieldLines.areBadTrailers(undecoded);
        };
    }

    private boolean isGoodHead(ByteBuf undecoded) {
        int end = undecoded.writerIndex();
        int line = undecoded.readerIndex();
        if (!started) {
            line = firstLine(undecoded, line, end);
        }
        started |= line >= 0 && line < end;
        while (line >= 0 && line < end) {
            if (FieldLines.isFolded(undecoded, line)) {
                return false;
            }
            int feed = undecoded.indexOf(line, end, (byte) '\n');
            if (feed < 0) {
                return !FieldLines.isBadBeginning(undecoded, line, end);
            }
            line = FieldLines.isEmpty(undecoded, line) ? end : feed + 1;
        }
        return line >= 0;
    }

    /** Where the request line begins, behind empty lines; negative if there is half of one. The decoder takes them away. */
    private int firstLine(ByteBuf undecoded, int from, int end) {
        int line = from;
        while (line < end && (feedAwaited || FieldLines.isEmpty(undecoded, line))) {
            if (undecoded.getByte(line) != (feedAwaited ? '\n' : '\r')) {
                return -1;
            }
            feedAwaited = !feedAwaited;
            line++;
        }
        return line;
    }

    private boolean isGoodChunkLine(ByteBuf undecoded) {
        var line = ChunkLine.in(undecoded);
        if (line.isWhole()) {
            extensions = Math.max(0, extensions + line.extensions() - 2 * line.size());
            ofChunk = line.length() + line.size() + LINE_END;
            part = line.size() == 0 ? Part.TRAILERS : Part.CHUNK;
        }
        return !line.isBad() && extensions <= MOST_EXTENSIONS;
    }

    /**
     * To be called with what the decoder has decoded.
     *
     * @param consumed octets that it has consumed for it
     */
    void decoded(List<Object> decoded, int consumed) {
        if (part == Part.CHUNK) {
            ofChunk -= consumed;
            if (ofChunk == 0) {
                part = Part.CHUNK_LINE;
            }
        }
        for (Object message : decoded) {
            if (message instanceof HttpMessage head) {
                part = HttpUtil.isTransferEncodingChunked(head) ? Part.CHUNK_LINE : Part.CONTENT;
                started = false;
                extensions = 0;
            }
            if (message instanceof LastHttpContent) {
                part = Part.HEAD;
            }
        }
    }
}
