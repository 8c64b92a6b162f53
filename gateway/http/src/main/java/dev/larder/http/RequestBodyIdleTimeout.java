package dev.larder.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Added to a client connection while request content is missing: the next piece must arrive within the deadline. Time
 * in which nothing is read from the connection, because the origin accepts no more, does not count.
 */
final class RequestBodyIdleTimeout extends ReadTimeoutHandler {

    private final ReadActivity reading = new ReadActivity();
    private final BooleanSupplier awaited;

    /** @param awaited whether the request is unanswered; otherwise its content is not needed any more */
    RequestBodyIdleTimeout(Duration deadline, BooleanSupplier awaited) {
        super(deadline.toMillis(), TimeUnit.MILLISECONDS);
        this.awaited = awaited;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        reading.received();
        super.channelRead(ctx, msg);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        reading.complete();
        super.channelReadComplete(ctx);
    }

    @Override
    public void read(ChannelHandlerContext ctx) throws Exception {
        if (reading.begin()) {
            resetReadTimeout();
        }
        super.read(ctx);
    }

    @Override
    protected void readTimedOut(ChannelHandlerContext ctx) throws Exception {
        if (reading.goesOn() && awaited.getAsBoolean()) {
            super.readTimedOut(ctx);
        } else if (reading.goesOn()) {
            ctx.close();
        }
    }
}
