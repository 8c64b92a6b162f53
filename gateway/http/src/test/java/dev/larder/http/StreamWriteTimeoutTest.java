package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What waits for a window counts until it is written, and is the codec's from then on, of whatever memory it is. */
class StreamWriteTimeoutTest {

    private final ClientBacklog backlog = new ClientBacklog(1_000, 1_000, () -> 0);
    private final Codec codec = new Codec();
    private final List<String> reset = new ArrayList<>();
    private final EmbeddedChannel channel = new EmbeddedChannel(
            codec, new StreamWriteTimeout(Duration.ofMinutes(1), backlog.of(null, () -> reset.add("first"))));

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    /** Releases what it is handed, and tells that it is written after that. */
    private static final class Codec extends ChannelOutboundHandlerAdapter {

        private @Nullable ChannelPromise unwritten;
        private boolean wasReset;

        @Override
        public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
            wasReset |= msg instanceof Http2ResetFrame;
            ReferenceCountUtil.release(msg);
            unwritten = promise;
        }
    }

    static Stream<ByteBufAllocator> allocators() {
        return Stream.of(PooledByteBufAllocator.DEFAULT, UnpooledByteBufAllocator.DEFAULT);
    }

    @ParameterizedTest
    @MethodSource("allocators")
    @Tag("hardening-X6")
    void writtenContentLeavesBacklog(ByteBufAllocator allocator) {
        ByteBuf received = allocator.directBuffer(100, 100).writeZero(100);
        ByteBuf content = received.readRetainedSlice(50);
        received.release();
        var written = channel.write(new DefaultHttp2DataFrame(content).stream(new FirstStream()));
        assertThat(backlog.octets()).isEqualTo(100);
        codec.unwritten.setSuccess();
        channel.runPendingTasks();
        assertThat(written.isSuccess()).isTrue();
        assertThat(backlog.octets()).isZero();
        channel.checkException();
    }

    /** The content of a stream that ends before it is written has not gone out. */
    @Test
    void failedWriteDoesNotCountAsRead() {
        write(400);
        ChannelPromise written = codec.unwritten;
        write(100);
        backlog.of(null, () -> reset.add("second")).sending(400);
        written.setFailure(new ClosedChannelException());
        channel.runPendingTasks();
        backlog.of(null, () -> reset.add("third")).sending(550);
        assertThat(reset).containsExactly("first");
    }

    @Test
    @Tag("hardening-X6")
    void resetsAStreamWhoseClientReadsTooSlowly() {
        assertThat(looksUntilReset(100)).isBetween(6, 8);
    }

    @Test
    void keepsAStreamWhoseClientReadsSlowly() {
        assertThat(looksUntilReset((int) ReaderBudget.MIN_RATE * 30)).isEqualTo(100);
    }

    /** Widens the window by some octets between two looks, 30 s apart; returns the number of looks, or 100. */
    private int looksUntilReset(int increment) {
        channel.freezeTime();
        write(1_000_000);
        for (int look = 1; look < 100; look++) {
            channel.writeInbound(new DefaultHttp2WindowUpdateFrame(increment).stream(new FirstStream()));
            channel.advanceTimeBy(30, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
            if (codec.wasReset) {
                return look;
            }
        }
        return 100;
    }

    private void write(int octets) {
        ByteBuf content = Unpooled.wrappedBuffer(new byte[octets]);
        channel.write(new DefaultHttp2DataFrame(content).stream(new FirstStream()));
    }

    private static final class FirstStream implements Http2FrameStream {

        @Override
        public int id() {
            return 1;
        }

        @Override
        public Http2Stream.State state() {
            return Http2Stream.State.OPEN;
        }
    }
}
