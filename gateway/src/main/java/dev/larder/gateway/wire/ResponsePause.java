package dev.larder.gateway.wire;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands first in a client connection: while something waits for the client to read it, some of it must go out within the
 * deadline, or the connection is reset. Who has nothing to read may be silent.
 */
final class ResponsePause extends ChannelDuplexHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ResponsePause.class);

    /** It is looked at so often within the deadline: what has not moved when it has been looked at once more is too late. */
    private static final int LOOKS = 2;

    private final Duration deadline;
    private @Nullable ScheduledFuture<?> timer;
    private @Nullable Object first;
    private long sentOfFirst;
    private long writes;
    private long writesSeen;
    private int unmoved;

    ResponsePause(Duration deadline) {
        this.deadline = deadline;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        writes++;
        ctx.write(msg, promise);
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        ctx.flush();
        if (timer == null) {
            ChannelOutboundBuffer unread = ctx.channel().unsafe().outboundBuffer();
            if (unread != null && !unread.isEmpty()) {
                unmoved = 0;
                note(unread);
                lookLater(ctx);
            }
        }
    }

    private void lookLater(ChannelHandlerContext ctx) {
        timer = ctx.executor().schedule(() -> look(ctx), deadline.toMillis() / LOOKS, TimeUnit.MILLISECONDS);
    }

    private void look(ChannelHandlerContext ctx) {
        timer = null;
        ChannelOutboundBuffer unread = ctx.channel().unsafe().outboundBuffer();
        if (unread == null || unread.isEmpty()) {
            first = null;
            return;
        }
        unmoved = hasMoved(unread) ? 0 : unmoved + 1;
        if (unmoved == LOOKS) {
            LOG.debug(
                    "{} has read nothing for {}: its connection is reset",
                    ctx.channel().remoteAddress(),
                    deadline);
            ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
            ctx.close();
        } else {
            note(unread);
            lookLater(ctx);
        }
    }

    /** Something has gone out, or may have: what is first now may have been first before, and written again. */
    private boolean hasMoved(ChannelOutboundBuffer unread) {
        return unread.current() != first || unread.currentProgress() != sentOfFirst || writes != writesSeen;
    }

    private void note(ChannelOutboundBuffer unread) {
        first = unread.current();
        sentOfFirst = unread.currentProgress();
        writesSeen = writes;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
        first = null;
        ctx.fireChannelInactive();
    }
}
