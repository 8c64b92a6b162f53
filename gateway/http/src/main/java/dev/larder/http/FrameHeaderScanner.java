package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;

/** Finds where frames begin in one direction of an HTTP/2 connection (RFC 9113 4.1), whatever the pieces; keeps no octets. */
final class FrameHeaderScanner {

    /** Learns of frames as soon as their heads are whole. */
    @FunctionalInterface
    interface Reader {
        /**
         * A frame has begun.
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

    /** Of what a client sends: its preface stands first (RFC 9113 3.4). */
    static FrameHeaderScanner ofClient(Reader reader) {
        return new FrameHeaderScanner(Http2CodecUtil.connectionPrefaceBuf().readableBytes(), reader);
    }

    /** Of what a server sends. */
    static FrameHeaderScanner ofServer(Reader reader) {
        return new FrameHeaderScanner(0, reader);
    }

    /** Looks through the octets that come next, and leaves them as they are. */
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
