package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** RFC 9112 9.6: servers close a connection in stages, first the write side; then they read until the client closes its side. */
class LingeringCloseTest {

    private static final int PIECE = LingeringClose.MAX_DISCARDED / 4;

    private final SlowClient client = new SlowClient();
    private final ServerBehind behind = new ServerBehind();
    private final DuplexConnection channel = new DuplexConnection();
    private boolean mayBeSending = true;

    @BeforeEach
    void connect() {
        channel.freezeTime();
        channel.pipeline().addLast(client, new LingeringClose(() -> mayBeSending, Duration.ofSeconds(2)), behind);
        channel.reads();
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    /** Takes the response when it is told to. */
    private static final class SlowClient extends ChannelOutboundHandlerAdapter {

        private @Nullable Runnable sent;

        @Override
        public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
            sent = () -> ctx.writeAndFlush(msg, promise);
        }

        void receive() {
            Runnable all = sent;
            sent = null;
            if (all != null) {
                all.run();
            }
        }
    }

    private static final class ServerBehind extends ChannelInboundHandlerAdapter {

        private int received;
        private int ends;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            received++;
            ctx.fireChannelRead(msg);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            ends++;
            ctx.fireChannelInactive();
        }
    }

    private ByteBuf receive(int octets) {
        ByteBuf content = Unpooled.wrappedBuffer(new byte[octets]);
        channel.writeInbound(content);
        return content;
    }

    private void pass(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    private void closeInStages() {
        channel.pipeline().close();
        client.receive();
        channel.runPendingTasks();
    }

    @Test
    void shutsDownOutputAfterResponseAndClosesLater() {
        ChannelFuture closed = channel.pipeline().close();
        assertThat(channel.isOutputShutdown()).isFalse();
        client.receive();
        assertThat(channel.isOutputShutdown()).isTrue();
        assertThat(channel.isOpen()).isTrue();
        assertThat(closed.isDone()).isFalse();
        pass(1_999);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
        assertThat(closed.isSuccess()).isTrue();
    }

    @Test
    @Tag("hardening-X6")
    void nothingIsReadBeforeTheResponseHasBeenSent() {
        channel.pipeline().close();
        channel.read();
        assertThat(channel.config().isAutoRead()).isFalse();
        assertThat(channel.reads()).isFalse();
        client.receive();
        assertThat(channel.reads()).isTrue();
    }

    @Test
    @Tag("hardening-S")
    void releasesReceivedDataWithoutPassingItOn() {
        channel.pipeline().close();
        ByteBuf early = receive(PIECE);
        client.receive();
        ByteBuf late = receive(PIECE);
        assertThat(behind.received).isZero();
        assertThat(early.refCnt()).isZero();
        assertThat(late.refCnt()).isZero();
    }

    /** RFC 9112 9.6 leaves the amount open; a client that has more to send waits for the end, with the response in its hands. */
    @Test
    @Tag("hardening-X6")
    void stopsReadingAtLimitButStaysOpenUntilTimeout() {
        closeInStages();
        channel.reads();
        for (int i = 1; i < LingeringClose.MAX_DISCARDED / PIECE; i++) {
            receive(PIECE);
            assertThat(channel.reads()).isTrue();
        }
        channel.config().setAutoRead(true);
        channel.reads();
        receive(PIECE);
        assertThat(channel.reads()).isFalse();
        assertThat(channel.config().isAutoRead()).isFalse();
        assertThat(channel.isOpen()).isTrue();
        pass(2_000);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    @Tag("hardening-X6")
    void slowSendingClientDoesNotExtendTimeout() {
        closeInStages();
        for (int i = 0; i < 20; i++) {
            assertThat(channel.isOpen()).isTrue();
            receive(1);
            pass(100);
        }
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void nextHandlerSeesConnectionEndOnceWithOutputShutdown() {
        closeInStages();
        assertThat(behind.ends).isOne();
        pass(2_000);
        assertThat(behind.ends).isOne();
    }

    /** A decoder must not be told of the end in the middle of what it decodes. */
    @Test
    void nextHandlerSeesConnectionEndOnlyAfterCurrentMessage() {
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object msg) {
                ctx.close();
                client.receive();
                assertThat(channel.isOutputShutdown()).isTrue();
                assertThat(behind.ends).isZero();
                ctx.fireChannelRead(msg);
            }
        });
        receive(1);
        assertThat(behind.ends).isOne();
    }

    @Test
    void secondCloseCompletesWithFirst() {
        closeInStages();
        ChannelFuture again = channel.pipeline().close();
        assertThat(channel.isOpen()).isTrue();
        pass(2_000);
        assertThat(again.isSuccess()).isTrue();
    }

    @Test
    void closesAtOnceIfClientHasNothingMoreToSend() {
        mayBeSending = false;
        assertThat(channel.pipeline().close().isSuccess()).isTrue();
        assertThat(channel.isOutputShutdown()).isFalse();
        assertThat(behind.ends).isOne();
    }

    @Test
    void resetDuringResponseClosesConnection() {
        channel.pipeline().close();
        ResponseWriteTimeout.resetSoon(channel);
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isFalse();
        assertThat(behind.ends).isOne();
    }
}
