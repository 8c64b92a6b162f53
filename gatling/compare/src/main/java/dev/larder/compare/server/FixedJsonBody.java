package dev.larder.compare.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** The one body of a size, the same from every server. Without quotes inside and without a dollar sign. */
public final class FixedJsonBody {

    private static final String HEAD = "{\"data\":\"";
    private static final String TAIL = "\"}";
    private static final String FILLING = "The quick brown fox jumps over the lazy dog. ";
    private static final int PIECE = 64 * 1024;

    private FixedJsonBody() {}

    /** Exactly so many octets. */
    public static byte[] of(int size) {
        return part(size, 0, size);
    }

    /** So many octets of the body of that size, from a position on. */
    public static byte[] part(int size, int from, int count) {
        if (size < HEAD.length() + TAIL.length()) {
            throw new IllegalArgumentException("no JSON body of " + size + " octets");
        }
        var part = new byte[count];
        for (var i = 0; i < count; i++) {
            part[i] = (byte) character(size, from + i);
        }
        return part;
    }

    /** The body outside of the heap, for as many answers as there are; nobody has to release it. */
    static ByteBuf buffer(int size) {
        var buffer = Unpooled.directBuffer(size);
        for (var from = 0; from < size; from += PIECE) {
            buffer.writeBytes(part(size, from, Math.min(PIECE, size - from)));
        }
        return Unpooled.unreleasableBuffer(buffer);
    }

    private static char character(int size, int position) {
        if (position < HEAD.length()) {
            return HEAD.charAt(position);
        }
        var behind = position - (size - TAIL.length());
        return behind < 0 ? FILLING.charAt((position - HEAD.length()) % FILLING.length()) : TAIL.charAt(behind);
    }
}
