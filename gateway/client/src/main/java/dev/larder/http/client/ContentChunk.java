package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.nio.charset.StandardCharsets;

/** The chunked transfer coding (RFC 9112 7.1). */
final class ContentChunk {

    private static final ByteBuf LINE_END = Unpooled.unreleasableBuffer(
                    Unpooled.directBuffer(2).writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII)))
            .asReadOnly();
    private static final int LONGEST_SIZE_LINE = 10;
    private static final int LAST_CHUNK_LINE = 3;

    private ContentChunk() {}

    /** Writes a piece of content as one chunk. */
    static void writeAndFlush(Channel channel, ByteBuf piece) {
        ByteBuf line = channel.alloc().directBuffer(LONGEST_SIZE_LINE);
        ByteBufUtil.writeAscii(line, Integer.toHexString(piece.readableBytes()));
        channel.write(line.writeBytes(LINE_END.duplicate()), channel.voidPromise());
        channel.write(piece, channel.voidPromise());
        channel.writeAndFlush(LINE_END.duplicate(), channel.voidPromise());
    }

    /**
     * Returns the last chunk, which has no content, and the trailers.
     *
     * @throws IllegalArgumentException if a trailer is malformed
     */
    static ByteBuf last(ByteBufAllocator allocator, HeaderFields trailers) {
        ByteBuf end = allocator.directBuffer(LAST_CHUNK_LINE + Math.toIntExact(trailers.bytes()) + 2);
        ByteBufUtil.writeAscii(end, "0\r\n");
        try {
            RequestHeadEncoder.writeSection(end, trailers);
            return end;
        } catch (IllegalArgumentException malformed) {
            end.release();
            throw malformed;
        }
    }
}
