package dev.larder.experiments.path;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;

/**
 * One direction: what is read here is written there a while later, and the window knows of it after as long again, as a sender
 * does by the acknowledgement. Both channels have the same event loop.
 */
final class DelayedPipe extends ChannelInboundHandlerAdapter {

    private final Channel to;
    private final long delayNanos;
    private final int window;
    private int underWay;

    DelayedPipe(Channel to, long delayNanos, int window) {
        this.to = to;
        this.delayNanos = delayNanos;
        this.window = window;
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        var bytes = ((ByteBuf) message).readableBytes();
        underWay += bytes;
        if (underWay >= window) {
            from.channel().config().setAutoRead(false);
        }
        from.executor().schedule(() -> pass(from, message, bytes), delayNanos, TimeUnit.NANOSECONDS);
    }

    private void pass(ChannelHandlerContext from, Object message, int bytes) {
        to.writeAndFlush(message)
                .addListener(written ->
                        from.executor().schedule(() -> acknowledged(from, bytes), delayNanos, TimeUnit.NANOSECONDS));
    }

    private void acknowledged(ChannelHandlerContext from, int bytes) {
        underWay -= bytes;
        if (underWay < window && from.channel().isOpen()) {
            from.channel().config().setAutoRead(true);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext from) {
        from.executor().schedule(this::end, delayNanos, TimeUnit.NANOSECONDS);
    }

    /** Behind all that has been written: what is closed at once loses it. */
    private void end() {
        to.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
        from.close();
    }
}
