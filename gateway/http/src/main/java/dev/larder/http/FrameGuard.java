package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Located before the codec of one HTTP/2 client connection. Ends it by GOAWAY once the client has exhausted its
 * {@link FrameAllowance} or violated the {@link StreamOrder}. The codec itself limits resets, pieces of a head and
 * consecutive frames without content.
 */
final class FrameGuard extends ChannelDuplexHandler {

    private final StreamOrder order = new StreamOrder();
    private @Nullable FrameAllowance allowance;
    private @Nullable FrameHeaderScanner received;
    private @Nullable FrameHeaderScanner sent;
    private boolean ended;

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        var counted = new FrameAllowance(now(ctx));
        allowance = counted;
        received = FrameHeaderScanner.ofClient((type, flags, length, stream) -> {
            counted.received(type, flags, length);
            order.received(type, stream);
        });
        sent = FrameHeaderScanner.ofServer((type, flags, length, stream) -> counted.sent(type, length));
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
            end(ctx, Http2Error.ENHANCE_YOUR_CALM, "The client sent too many frames that carry nothing.");
        } else if (order.isBroken()) {
            end(ctx, Http2Error.PROTOCOL_ERROR, "The client began a stream below one that it had begun.");
        }
    }

    private void end(ChannelHandlerContext ctx, Http2Error error, String reason) {
        ended = true;
        ctx.fireExceptionCaught(Http2Exception.connectionError(error, reason));
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
