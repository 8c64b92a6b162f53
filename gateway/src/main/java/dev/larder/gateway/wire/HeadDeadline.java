package dev.larder.gateway.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the codec of one client connection: a request head that has begun, and the first one of a connection,
 * must be complete within the deadline.
 */
final class HeadDeadline extends ChannelInboundHandlerAdapter {

    private final Duration deadline;
    private Consumer<ChannelHandlerContext> expiry = ChannelHandlerContext::close;
    private @Nullable ChannelHandlerContext gate;
    private @Nullable ScheduledFuture<?> timer;
    private boolean betweenMessages = true;

    HeadDeadline(Duration deadline) {
        this.deadline = deadline;
    }

    void onExpiry(Consumer<ChannelHandlerContext> action) {
        expiry = action;
    }

    void gate(ChannelHandlerContext ctx) {
        gate = ctx;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        start(ctx);
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (betweenMessages) {
            start(ctx);
        }
        ctx.fireChannelRead(msg);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        stop();
        ctx.fireChannelInactive();
    }

    void headArrived() {
        betweenMessages = false;
        stop();
    }

    void messageEnded() {
        betweenMessages = true;
    }

    private void start(ChannelHandlerContext ctx) {
        if (timer == null) {
            timer = ctx.executor().schedule(this::expire, deadline.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void stop() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void expire() {
        if (gate != null) {
            expiry.accept(gate);
        }
    }
}
