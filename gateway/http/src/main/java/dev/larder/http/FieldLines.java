package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;

/** What no line of a head or of trailers may have (RFC 9112 2.2, 5.2), also where the rest of it has not arrived. */
final class FieldLines {

    /** Whoever merged them with the head would read another message (RFC 9110 6.5.1). */
    private static final List<AsciiString> NEVER_TRAILING =
            List.of(HttpHeaderNames.CONTENT_LENGTH, HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderNames.HOST);

    private FieldLines() {}

    /** An octet that no text has; the tab is one of the blanks. */
    static boolean isControl(byte octet) {
        return (octet >= 0 && octet < ' ' && octet != '\t') || octet == 0x7f;
    }

    /** Whether a line that begins there is empty. */
    static boolean isEmpty(ByteBuf octets, int line) {
        byte first = octets.getByte(line);
        return first == '\r' || first == '\n';
    }

    /** Whether a line that begins there goes on with the one before it. */
    static boolean isFolded(ByteBuf octets, int line) {
        byte first = octets.getByte(line);
        return first == ' ' || first == '\t';
    }

    /** Whether a line of which this is all that has arrived can be none. */
    static boolean isBadBeginning(ByteBuf octets, int line, int end) {
        for (int i = line; i < end; i++) {
            byte octet = octets.getByte(i);
            if (isControl(octet) && !(octet == '\r' && i == end - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Whether trailers, as far as they have arrived, can be none that anybody may act on. */
    static boolean areBadTrailers(ByteBuf octets) {
        int end = octets.writerIndex();
        for (int line = octets.readerIndex(); line < end; ) {
            int feed = octets.indexOf(line, end, (byte) '\n');
            int lineEnd = feed < 0 ? end : feed;
            if (isFolded(octets, line)
                    || isBadBeginning(octets, line, lineEnd)
                    || isNeverTrailing(octets, line, lineEnd)) {
                return true;
            }
            if (isEmpty(octets, line)) {
                return false;
            }
            line = lineEnd + 1;
        }
        return false;
    }

    private static boolean isNeverTrailing(ByteBuf octets, int line, int end) {
        return NEVER_TRAILING.stream().anyMatch(name -> isNamed(octets, line, end, name));
    }

    private static boolean isNamed(ByteBuf octets, int line, int end, AsciiString name) {
        int length = name.length();
        if (end - line <= length || octets.getByte(line + length) != ':') {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (Character.toLowerCase((int) octets.getByte(line + i)) != name.byteAt(i)) {
                return false;
            }
        }
        return true;
    }
}
