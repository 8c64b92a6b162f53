package dev.larder.gateway.connection;

import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/** Encodes and delimits message heads (RFC 9112 2.1). */
final class MessageHeadOctets {

    private static final int CRLF_LENGTH = 2;

    private MessageHeadOctets() {}

    /** Encodes a response head, including the empty line that ends it. */
    static byte[] of(ResponseHead head) {
        var text = new StringBuilder(512).append("HTTP/1.1 ");
        text.append(HttpResponseStatus.valueOf(head.status())).append("\r\n");
        for (HeaderField field : head.fields()) {
            text.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Finds the end of the head that begins at the reader index, after its empty line.
     *
     * @param most maximum number of octets to examine
     * @return its length in octets; 0 if it does not end there, or if a line does not end in CR LF
     */
    static int headLength(ByteBuf received, int most) {
        int start = received.readerIndex();
        int end = start + Math.min(received.readableBytes(), most);
        int line = start;
        while (line < end) {
            int feed = received.indexOf(line, end, (byte) '\n');
            if (feed <= line || received.getByte(feed - 1) != '\r') {
                return 0;
            }
            if (feed == line + CRLF_LENGTH - 1) {
                return feed + 1 - start;
            }
            line = feed + 1;
        }
        return 0;
    }
}
