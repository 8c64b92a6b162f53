package dev.larder.gateway.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the codec of one HTTP/2 connection from a client and ends it by GOAWAY once the client has used up its
 * {@link FrameAllowance}. The codec itself bounds resets, pieces of a head and consecutive frames without content.
 */
final class FrameGuard extends ChannelDuplexHandler {

    private @Nullable FrameAllowance allowance;
    private @Nullable FrameHeads received;
    private @Nullable FrameHeads sent;
    private boolean ended;

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        var counted = new FrameAllowance(now(ctx));
        allowance = counted;
        received = FrameHeads.ofClient(counted::received);
        sent = FrameHeads.ofServer((type, flags, length) -> counted.sent(type, length));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (ended) {
            ReferenceCountUtil.release(msg);
            return;
        }
        boolean exceeded = msg instanceof ByteBuf octets && isTooMuch(octets, now(ctx));
        ctx.fireChannelRead(msg);
        if (exceeded) {
            ended = true;
            ctx.fireExceptionCaught(Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "The client sent too many frames that carry nothing."));
        }
    }

    private boolean isTooMuch(ByteBuf octets, long now) {
        if (allowance == null || received == null) {
            return false;
        }
        allowance.at(now);
        received.read(octets);
        return allowance.isExceeded();
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        if (sent != null && msg instanceof ByteBuf octets) {
            sent.read(octets);
        }
        ctx.write(msg, promise);
    }

    private static long now(ChannelHandlerContext ctx) {
        return ctx.executor().ticker().nanoTime();
    }
}
