package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands first in a client connection: while something waits for the client to read it, some of it must go out within the
 * deadline, or the connection is reset. Who has nothing to read may be silent. What waits counts in the {@link ClientBacklog}.
 */
final class ResponseWriteTimeout extends ChannelDuplexHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseWriteTimeout.class);

    /** It is looked at so often within the deadline: what has not moved when it has been looked at once more is too late. */
    private static final int LOOKS = 2;

    private final Duration deadline;
    private final ClientBacklog.ConnectionBacklog backlog;
    private boolean toldWhenSent;
    private @Nullable ScheduledFuture<?> timer;
    private @Nullable Object first;
    private long sentOfFirst;
    private boolean allSent;
    private int unmoved;

    ResponseWriteTimeout(Duration deadline, ClientBacklog.ConnectionBacklog backlog) {
        this.deadline = deadline;
        this.backlog = backlog;
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        ctx.flush();
        ChannelOutboundBuffer unread = ctx.channel().unsafe().outboundBuffer();
        if (unread == null || !hasOctets(unread)) {
            return;
        }
        if (timer == null) {
            unmoved = 0;
            note(unread);
            lookLater(ctx);
        }
        count(ctx, unread);
    }

    /**
     * It counts as waiting until all of it has gone out, of which the transport tells by this message alone; or, if that fails,
     * until the connection has closed.
     */
    private void count(ChannelHandlerContext ctx, ChannelOutboundBuffer unread) {
        backlog.sending(unread.totalPendingWriteBytes());
        if (!toldWhenSent) {
            toldWhenSent = true;
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> {
                toldWhenSent = false;
                allSent = true;
                if (sent.isSuccess()) {
                    goOn(ctx, unread);
                }
            });
        }
    }

    private void goOn(ChannelHandlerContext ctx, ChannelOutboundBuffer unread) {
        if (hasOctets(unread)) {
            count(ctx, unread);
        } else {
            backlog.sending(0);
        }
    }

    /**
     * Whether octets wait to go out. Messages without any are sent to tell when those before them have gone out, by more than one
     * handler: if each sent another for that of the other, they would go on for ever.
     */
    static boolean hasOctets(ChannelOutboundBuffer unread) {
        if (unread.isEmpty()) {
            return false;
        }
        var found = new AtomicBoolean();
        try {
            unread.forEachFlushedMessage(message -> {
                found.set(!(message instanceof ByteBuf octets) || octets.isReadable());
                return !found.get();
            });
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return found.get();
    }

    private void lookLater(ChannelHandlerContext ctx) {
        timer = ctx.executor().schedule(() -> look(ctx), deadline.toMillis() / LOOKS, TimeUnit.MILLISECONDS);
    }

    private void look(ChannelHandlerContext ctx) {
        timer = null;
        ChannelOutboundBuffer unread = ctx.channel().unsafe().outboundBuffer();
        if (unread == null || !hasOctets(unread)) {
            first = null;
            return;
        }
        unmoved = hasMoved(unread) ? 0 : unmoved + 1;
        if (unmoved == LOOKS) {
            LOG.debug(
                    "{} has read nothing for {}: its connection is reset",
                    ctx.channel().remoteAddress(),
                    deadline);
            reset(ctx.channel());
        } else {
            note(unread);
            lookLater(ctx);
        }
    }

    /** Ends a connection whoever has noticed: on its own thread, as it may be closed by now, or amid a write. */
    static void resetSoon(Channel channel) {
        channel.eventLoop().execute(() -> {
            if (channel.isOpen()) {
                reset(channel);
            }
        });
    }

    /** Ends a connection, and forgets what waits for it; no handler first waits for streams, or for the end of TLS. */
    private static void reset(Channel channel) {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        channel.unsafe().close(channel.unsafe().voidPromise());
    }

    /** Something has gone out; what is first now may have been first before and written again, behind what tells of that. */
    private boolean hasMoved(ChannelOutboundBuffer unread) {
        return unread.current() != first || unread.currentProgress() != sentOfFirst || allSent;
    }

    private void note(ChannelOutboundBuffer unread) {
        first = unread.current();
        sentOfFirst = unread.currentProgress();
        allSent = false;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
        first = null;
        backlog.leave();
        ctx.fireChannelInactive();
    }
}
