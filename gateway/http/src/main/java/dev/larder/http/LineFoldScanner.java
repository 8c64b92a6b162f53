package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Finds obsolete line folding (RFC 9112 5.2) in heads, which Netty unfolds silently. It inspects the bytes just before
 * the decoder consumes them, line by line.
 */
final class LineFoldScanner {

    private boolean head = true;
    private boolean started;
    private boolean folded;

    /** Must be called with the data that the decoder is about to decode. */
    void before(ByteBuf undecoded) {
        if (!head) {
            return;
        }
        int end = undecoded.writerIndex();
        boolean begun = started;
        for (int line = undecoded.readerIndex(); line < end; ) {
            byte first = undecoded.getByte(line);
            boolean empty = first == '\r' || first == '\n';
            if (empty && begun) {
                return;
            }
            begun |= !empty;
            folded |= first == ' ' || first == '\t';
            int feed = undecoded.indexOf(line, end, (byte) '\n');
            line = feed < 0 ? end : feed + 1;
        }
        started = begun;
    }

    /** Must be called with the decoded messages; true if they contain a head with a folded line. */
    boolean findFoldedHead(List<Object> decoded, int from) {
        boolean found = false;
        for (Object message : decoded.subList(from, decoded.size())) {
            if (message instanceof HttpMessage) {
                head = false;
                started = false;
                found |= folded;
                folded = false;
            }
            if (message instanceof LastHttpContent) {
                head = true;
            }
        }
        return found;
    }
}
