package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Large content goes out as its client reads, whole and in order; until then it is not copied. */
class LargeBodyWriterTest {

    private static final int MEGABYTE = 1 << 20;

    /** What a connection may hold beyond its bound: the piece that went over it. */
    private static final int MOST = 128 * 1024;

    private final byte[] body = new byte[MEGABYTE];
    private final ClientBacklog backlog = new ClientBacklog(10L * MEGABYTE, 10L * MEGABYTE, () -> 0);
    private final Client client = new Client();
    private final EmbeddedChannel channel =
            new EmbeddedChannel(client, new LargeBodyWriter(backlog.of(null, () -> {})));

    LargeBodyWriterTest() {
        new Random(1).nextBytes(body);
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    /** Takes nothing until it reads. */
    private static final class Client extends ChannelOutboundHandlerAdapter {

        private boolean reads;

        @Override
        public void flush(ChannelHandlerContext ctx) {
            if (reads) {
                ctx.flush();
            }
        }
    }

    @Test
    @Tag("hardening-X6")
    void unreadResponsesQueueOnlyOnePieceAndCountBodyOnce() {
        for (int i = 0; i < 5; i++) {
            channel.writeAndFlush(Unpooled.wrappedBuffer(body));
        }
        assertThat(channel.unsafe().outboundBuffer().totalPendingWriteBytes()).isLessThan(MOST);
        assertThat(backlog.octets()).isEqualTo(MEGABYTE);
    }

    @Test
    void readingClientReceivesAllContentInOrder() {
        ChannelFuture first = channel.writeAndFlush(Unpooled.wrappedBuffer(body));
        channel.writeAndFlush(Unpooled.copiedBuffer(new byte[] {1}));
        channel.writeAndFlush(Unpooled.wrappedBuffer(body));
        assertThat(first.isDone()).isFalse();

        client.reads = true;
        channel.flush();
        assertThat(first.isSuccess()).isTrue();
        ByteBuf sent = Unpooled.buffer();
        for (ByteBuf piece = channel.readOutbound(); piece != null; piece = channel.readOutbound()) {
            sent.writeBytes(piece);
            piece.release();
        }
        byte[] expected = new byte[2 * MEGABYTE + 1];
        System.arraycopy(body, 0, expected, 0, MEGABYTE);
        expected[MEGABYTE] = 1;
        System.arraycopy(body, 0, expected, MEGABYTE + 1, MEGABYTE);
        assertThat(sent.array()).startsWith(expected);
        assertThat(sent.readableBytes()).isEqualTo(expected.length);
        assertThat(backlog.octets()).isZero();
    }

    @Test
    void releasesPendingContentWhenClientLeaves() {
        ByteBuf content = Unpooled.wrappedBuffer(body);
        ChannelFuture written = channel.writeAndFlush(content);
        channel.close();
        assertThat(written.isSuccess()).isFalse();
        channel.finishAndReleaseAll();
        assertThat(content.refCnt()).isZero();
        assertThat(backlog.octets()).isZero();
    }

    @Test
    void writesSmallContentAtOnce() {
        ByteBuf content = Unpooled.wrappedBuffer(body, 0, 4096);
        channel.write(content);
        assertThat(channel.unsafe().outboundBuffer().totalPendingWriteBytes()).isGreaterThanOrEqualTo(4096);
        assertThat(backlog.octets()).isZero();
    }
}
