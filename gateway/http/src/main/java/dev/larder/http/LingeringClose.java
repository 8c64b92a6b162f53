package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Located before TLS in an HTTP/1.1 client connection. Closes it in stages (RFC 9112 9.6) if the client may still be sending. The
 * system resets a connection that is closed with unread octets, which can destroy the response before the client reads it. Until
 * then, nothing that is read passes through it.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>entered when</th><th>octets of the client</th></tr>
 * <tr><td>open</td><td>-</td><td>pass</td></tr>
 * <tr><td>flushing</td><td>the connection is to be closed</td><td>are not read</td></tr>
 * <tr><td>discarding</td><td>the response has been sent, and the end of the output behind it; to the handlers behind, the
 * connection has ended</td><td>are read and discarded, up to a limit; then they are not read</td></tr>
 * <tr><td>closed</td><td>the client has closed its side, or the time is over</td><td>-</td></tr>
 * </table>
 */
final class LingeringClose extends ChannelOutboundHandlerAdapter {

    /** Time in which the client can receive the response; a lost segment is sent again several times in it. */
    static final Duration TIME = Duration.ofSeconds(2);

    /** Octets to discard. A client that sends more waits: closing at once would reset connections whose clients send fast. */
    static final int MAX_DISCARDED = 1024 * 1024;

    private final BooleanSupplier clientMaySend;
    private final Duration time;

    /** @param clientMaySend whether the client may be sending although its last response is complete */
    LingeringClose(BooleanSupplier clientMaySend, Duration time) {
        this.clientMaySend = clientMaySend;
        this.time = time;
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (ctx.channel() instanceof DuplexChannel channel && channel.isActive() && clientMaySend.getAsBoolean()) {
            var stages = new Stages(time);
            ctx.pipeline().replace(this, ctx.name(), stages);
            stages.begin(ctx.pipeline().context(stages), channel);
            channel.closeFuture().addListener(closed -> promise.trySuccess());
        } else {
            ctx.close(promise);
        }
    }

    /** Takes the place of the other handler when the connection is to be closed. */
    private static final class Stages extends ChannelDuplexHandler {

        private final Duration time;
        private boolean discarding;
        private long discarded;
        private @Nullable Future<?> deadline;

        private Stages(Duration time) {
            this.time = time;
        }

        private void begin(ChannelHandlerContext ctx, DuplexChannel channel) {
            channel.config().setAutoRead(false);
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> endOutput(ctx, channel));
        }

        private void endOutput(ChannelHandlerContext ctx, DuplexChannel channel) {
            channel.shutdownOutput().addListener(ended -> {
                if (ended.isSuccess()) {
                    discard(ctx);
                } else {
                    ctx.close();
                }
            });
        }

        private void discard(ChannelHandlerContext ctx) {
            discarding = true;
            deadline = ctx.executor().schedule(() -> ctx.close(), time.toMillis(), TimeUnit.MILLISECONDS);
            ctx.read();
            // A decoder behind may be in the middle of a read.
            ctx.executor().execute(ctx::fireChannelInactive);
        }

        @Override
        public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
            ctx.channel().closeFuture().addListener(closed -> promise.trySuccess());
        }

        @Override
        public void read(ChannelHandlerContext ctx) {
            // Others behind have nothing to read any more.
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            discarded += msg instanceof ByteBuf octets ? octets.readableBytes() : 0;
            ReferenceCountUtil.release(msg);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            if (!discarding) {
                ctx.fireChannelReadComplete();
            } else if (discarded < MAX_DISCARDED) {
                ctx.read();
            } else {
                ctx.channel().config().setAutoRead(false);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (deadline != null) {
                deadline.cancel(false);
            } else {
                ctx.fireChannelInactive();
            }
        }
    }
}
