package dev.larder.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Added to a client connection while request content is missing: the next piece must arrive within the deadline. Time
 * in which nothing is read from the connection, because the origin accepts no more, does not count. Behind the complete
 * response the content is not needed any more: its rest must be short, and arrive within the deadline as a whole.
 */
final class RequestBodyIdleTimeout extends ReadTimeoutHandler {

    /** Octets that are read for the next request; sending more takes longer than connecting anew. */
    static final int MAX_UNNEEDED = 64 * 1024;

    private final ReadActivity reading = new ReadActivity();
    private final Duration deadline;
    private final Runnable end;
    private @Nullable Future<?> restDeadline;
    private long unneeded;
    private boolean ended;

    /** @param end ends the connection behind the complete response */
    RequestBodyIdleTimeout(Duration deadline, Runnable end) {
        super(deadline.toMillis(), TimeUnit.MILLISECONDS);
        this.deadline = deadline;
        this.end = end;
    }

    /** Called when the response is complete before the content. */
    void answered(ChannelHandlerContext ctx) {
        if (restDeadline == null) {
            restDeadline = ctx.executor().schedule(this::end, deadline.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void end() {
        if (!ended) {
            ended = true;
            end.run();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        reading.received();
        if (restDeadline != null && msg instanceof HttpContent content) {
            unneeded += content.content().readableBytes();
            if (unneeded > MAX_UNNEEDED) {
                ReferenceCountUtil.release(msg);
                end();
                return;
            }
        }
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
    public void handlerRemoved(ChannelHandlerContext ctx) throws Exception {
        if (restDeadline != null) {
            restDeadline.cancel(false);
        }
        super.handlerRemoved(ctx);
    }

    @Override
    protected void readTimedOut(ChannelHandlerContext ctx) throws Exception {
        if (restDeadline == null && reading.isReading()) {
            super.readTimedOut(ctx);
        }
    }
}
