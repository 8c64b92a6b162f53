package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2CodecUtil;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RFC 9113 4.1: wherever the octets are cut, the frames are the same. */
class FrameHeaderScannerTest {

    private static final List<String> FRAMES =
            List.of("4 0 0 0", "1 5 300 16909060", "0 1 16777 7", "250 255 1 2147483647", "6 0 0 0");

    @Test
    void framesAreFoundInPiecesOfAnyLength() {
        for (int piece : new int[] {1, 2, 3, 8, 9, 10, 24, 33, 1_000, 100_000}) {
            List<String> found = new ArrayList<>();
            FrameHeaderScanner heads = FrameHeaderScanner.ofClient(
                    (type, flags, length, stream) -> found.add(type + " " + flags + " " + length + " " + stream));
            ByteBuf sent = Unpooled.buffer().writeBytes(Http2CodecUtil.connectionPrefaceBuf());
            FRAMES.forEach(frame -> write(sent, frame));
            while (sent.isReadable()) {
                ByteBuf part = sent.readSlice(Math.min(piece, sent.readableBytes()));
                int before = part.readableBytes();
                heads.read(part);
                assertThat(part.readableBytes()).isEqualTo(before);
            }
            assertThat(found).as("in pieces of %s", piece).isEqualTo(FRAMES);
        }
    }

    @Test
    void scansServerFramesWithoutPreface() {
        List<String> found = new ArrayList<>();
        ByteBuf sent = Unpooled.buffer();
        FRAMES.forEach(frame -> write(sent, frame));
        FrameHeaderScanner.ofServer(
                        (type, flags, length, stream) -> found.add(type + " " + flags + " " + length + " " + stream))
                .read(sent);
        assertThat(found).isEqualTo(FRAMES);
    }

    private static void write(ByteBuf sent, String frame) {
        String[] parts = frame.split(" ");
        int length = Integer.parseInt(parts[2]);
        sent.writeMedium(length)
                .writeByte(Integer.parseInt(parts[0]))
                .writeByte(Integer.parseInt(parts[1]))
                .writeInt(Integer.parseInt(parts[3]))
                .writeZero(length);
    }
}
