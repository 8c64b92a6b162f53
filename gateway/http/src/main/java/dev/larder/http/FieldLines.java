package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;

/** Detects lines that are illegal in a head or in trailers (RFC 9112 2.2, 5.2), even if their end has not arrived. */
final class FieldLines {

    /** A recipient that merged them with the head would read another message (RFC 9110 6.5.1). */
    private static final List<AsciiString> NEVER_TRAILING =
            List.of(HttpHeaderNames.CONTENT_LENGTH, HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderNames.HOST);

    private FieldLines() {}

    /** Whether the octet is a control character; the tab counts as a blank. */
    static boolean isControl(byte octet) {
        return (octet >= 0 && octet < ' ' && octet != '\t') || octet == 0x7f;
    }

    /** Whether the line that begins there is empty. */
    static boolean isEmpty(ByteBuf octets, int line) {
        byte first = octets.getByte(line);
        return first == '\r' || first == '\n';
    }

    /** Whether the line that begins there continues the previous one. */
    static boolean isFolded(ByteBuf octets, int line) {
        byte first = octets.getByte(line);
        return first == ' ' || first == '\t';
    }

    /** Whether a line of which only this part has arrived is illegal. */
    static boolean isBadBeginning(ByteBuf octets, int line, int end) {
        for (int i = line; i < end; i++) {
            byte octet = octets.getByte(i);
            if (isControl(octet) && !(octet == '\r' && i == end - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Whether trailers, as far as they have arrived, are illegal. */
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
