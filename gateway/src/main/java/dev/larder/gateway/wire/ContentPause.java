package dev.larder.gateway.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Stands in a client connection while it owes content: the next piece must arrive within the deadline. The time in which
 * nothing is read from the connection, as the origin takes no more, is not the client's.
 */
final class ContentPause extends ReadTimeoutHandler {

    private boolean reading = true;
    private boolean received;

    ContentPause(Duration deadline) {
        super(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        received = true;
        super.channelRead(ctx, msg);
    }

    /** A decoder before this one reads on by itself until it has something to pass on. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        reading &= !received;
        received = false;
        super.channelReadComplete(ctx);
    }

    @Override
    public void read(ChannelHandlerContext ctx) throws Exception {
        if (!reading) {
            reading = true;
            resetReadTimeout();
        }
        super.read(ctx);
    }

    @Override
    protected void readTimedOut(ChannelHandlerContext ctx) throws Exception {
        if (reading) {
            super.readTimedOut(ctx);
        }
    }
}
