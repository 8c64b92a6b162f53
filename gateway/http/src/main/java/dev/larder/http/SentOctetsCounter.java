package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;

/**
 * Counts what a connection has sent. Present only from the moment at which data has waited for its client: connections whose
 * clients keep up pay nothing.
 */
final class SentOctetsCounter extends ChannelOutboundHandlerAdapter {

    static final String NAME = "larder.sent-octets";

    private long written;

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        if (msg instanceof ByteBuf octets) {
            written += octets.readableBytes();
            ctx.write(msg, promise);
        } else if (msg instanceof FileRegion region) {
            ctx.write(msg, promise.unvoid().addListener(sent -> written += region.count()));
        } else {
            ctx.write(msg, promise);
        }
    }

    /** Returns a number that grows by each octet that is sent; of what waits, buffers count when they leave, files as they do. */
    long position(ChannelOutboundBuffer unread) {
        return written
                - unread.totalPendingWriteBytes()
                + (unread.current() instanceof FileRegion region ? region.transferred() : 0);
    }
}
