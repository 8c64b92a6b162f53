package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Checks the octets of requests just before the decoder consumes them, line by line, and finds malformed input that the
 * decoder accepts silently: folded lines, malformed chunk extensions, octets other than empty lines before a request
 * (RFC 9112 2.2, 5.2, 7.1). Input that can no longer become a request is reported at once, without waiting for the
 * rest.
 */
final class RequestSyntaxScanner {

    /** Maximum octets of chunk extensions in one request, beyond twice its content. */
    private static final long MAX_EXTENSIONS = 16 * 1024;

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

    /** Whether a head has begun, as far as the decoder has received octets, and is not decoded yet. */
    boolean isInHead() {
        return part == Part.HEAD && (started || feedAwaited);
    }

    /** Whether the decoder's next message is a head, not content. */
    boolean isHeadExpected() {
        return part == Part.HEAD;
    }

    /** Must be called with the data that the decoder is about to decode; false if it is malformed and must not be decoded. */
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

    /** Returns where the request line begins, after empty lines; negative if there is half of one. The decoder removes them. */
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
        return !line.isBad() && extensions <= MAX_EXTENSIONS;
    }

    /**
     * Must be called with the messages that the decoder has decoded.
     *
     * @param consumed octets that it has consumed for them
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
