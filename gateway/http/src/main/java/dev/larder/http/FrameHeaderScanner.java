package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;

/** Finds frame headers in one direction of an HTTP/2 connection (RFC 9113 4.1), however split. Keeps no octets. */
final class FrameHeaderScanner {

    /** Receives frames as soon as their headers are complete. */
    @FunctionalInterface
    interface Reader {
        /**
         * Called at the beginning of a frame.
         *
         * @param type its type
         * @param flags its flags
         * @param length octets of its payload
         * @param stream the stream it belongs to; 0 for the connection
         */
        void frame(int type, int flags, int length, int stream);
    }

    private static final int TYPE_AT = 3;
    private static final int FLAGS_AT = 4;

    private final Reader reader;
    private int toSkip;
    private int known;
    private int length;
    private int type;
    private int flags;
    private int stream;

    private FrameHeaderScanner(int toSkip, Reader reader) {
        this.toSkip = toSkip;
        this.reader = reader;
    }

    /** Creates a scanner for data from a client, which begins with a preface (RFC 9113 3.4). */
    static FrameHeaderScanner ofClient(Reader reader) {
        return new FrameHeaderScanner(Http2CodecUtil.connectionPrefaceBuf().readableBytes(), reader);
    }

    /** Creates a scanner for data from a server. */
    static FrameHeaderScanner ofServer(Reader reader) {
        return new FrameHeaderScanner(0, reader);
    }

    /** Scans the next octets without changing them. */
    void read(ByteBuf octets) {
        int at = octets.readerIndex();
        while (at < octets.writerIndex()) {
            if (toSkip > 0) {
                int skipped = Math.min(toSkip, octets.writerIndex() - at);
                toSkip -= skipped;
                at += skipped;
            } else {
                take(octets.getUnsignedByte(at++));
            }
        }
    }

    private void take(int octet) {
        if (known < TYPE_AT) {
            length = length << Byte.SIZE | octet;
        } else if (known == TYPE_AT) {
            type = octet;
        } else if (known == FLAGS_AT) {
            flags = octet;
        } else {
            stream = stream << Byte.SIZE | octet;
        }
        if (++known == Http2CodecUtil.FRAME_HEADER_LENGTH) {
            toSkip = length;
            known = 0;
            length = 0;
            reader.frame(type, flags, toSkip, stream & Integer.MAX_VALUE);
            stream = 0;
        }
    }
}
