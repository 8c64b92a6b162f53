package dev.larder.http.client;

import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;

/**
 * Encodes the head of a request into one buffer (RFC 9112 3 and 5). Chars are octets (Latin-1); other characters of values are
 * sent as question marks, as Gateway's client does. What would not be read as one head is refused (RFC 9110 5.5): filters of a
 * route may build fields from what clients send.
 */
final class RequestHeadEncoder {

    private static final short LINE_END = '\r' << Byte.SIZE | '\n';
    private static final short FIELD_SEPARATOR = ':' << Byte.SIZE | ' ';
    private static final String VERSION = " HTTP/1.1\r\n";
    private static final int BLANK_AND_EMPTY_LINE = 3;
    private static final char DELETE = 0x7f;
    static final char LAST_OCTET = 0xff;

    private RequestHeadEncoder() {}

    /**
     * Returns the encoded head.
     *
     * @throws IllegalArgumentException if the method, the target or a field is malformed
     */
    static ByteBuf encode(ByteBufAllocator allocator, OriginRequest request) {
        requireToken(request.method(), "method");
        requireTarget(request.target());
        HeaderFields fields = request.fields();
        long length = request.method().length()
                + request.target().length()
                + VERSION.length()
                + BLANK_AND_EMPTY_LINE
                + fields.bytes();
        ByteBuf head = allocator.directBuffer(Math.toIntExact(length));
        try {
            ByteBufUtil.writeAscii(head, request.method());
            head.writeByte(' ');
            ByteBufUtil.writeAscii(head, request.target());
            ByteBufUtil.writeAscii(head, VERSION);
            writeSection(head, fields);
            return head;
        } catch (RuntimeException malformed) {
            head.release();
            throw malformed;
        }
    }

    /**
     * Appends field lines and the empty line that ends them.
     *
     * @throws IllegalArgumentException if a field is malformed
     */
    static void writeSection(ByteBuf octets, HeaderFields fields) {
        for (HeaderField field : fields) {
            requireToken(field.name(), "field name");
            requireValue(field);
            ByteBufUtil.writeAscii(octets, field.name());
            octets.writeShort(FIELD_SEPARATOR);
            ByteBufUtil.writeAscii(octets, field.value());
            octets.writeShort(LINE_END);
        }
        octets.writeShort(LINE_END);
    }

    static void requireToken(String text, String what) {
        if (text.isEmpty() || HttpHeaderValidationUtil.validateToken(text) >= 0) {
            throw new IllegalArgumentException("The request has an invalid " + what + ".");
        }
    }

    static void requireTarget(String target) {
        for (int i = 0; i < target.length(); i++) {
            char octet = target.charAt(i);
            if (octet <= ' ' || octet == DELETE || octet > LAST_OCTET) {
                throw new IllegalArgumentException("The request target has an invalid octet.");
            }
        }
        if (target.isEmpty()) {
            throw new IllegalArgumentException("The request target is empty.");
        }
    }

    static void requireValue(HeaderField field) {
        if (!isValue(field.value())) {
            throw new IllegalArgumentException("The request field " + field.name() + " has an invalid octet.");
        }
    }

    /** RFC 9110 5.5: whether a value has no octet that delimits lines, nor another control character. */
    static boolean isValue(String value) {
        for (int i = 0; i < value.length(); i++) {
            char octet = value.charAt(i);
            if ((octet < ' ' && octet != '\t') || octet == DELETE) {
                return false;
            }
        }
        return true;
    }
}
