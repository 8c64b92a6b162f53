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
 * Located first in a client connection. While data waits for the client to read it, some of it must be sent within the deadline,
 * or the connection is reset; and all of it at a least rate ({@link ReaderBudget}). A client with nothing to read may be silent.
 * Waiting data counts in the {@link ClientBacklog}.
 */
final class ResponseWriteTimeout extends ChannelDuplexHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseWriteTimeout.class);

    /** Checks per deadline: data that has not moved since before the previous check is too late. */
    private static final int LOOKS = 2;

    private final Duration deadline;
    private final ClientBacklog.ConnectionBacklog backlog;
    private final ReaderBudget budget;
    private boolean toldWhenSent;
    private @Nullable ScheduledFuture<?> timer;
    private @Nullable SentOctetsCounter sent;
    private @Nullable Object first;
    private long sentOfFirst;
    private long position;
    private boolean allSent;

    ResponseWriteTimeout(Duration deadline, ClientBacklog.ConnectionBacklog backlog) {
        this.deadline = deadline;
        this.backlog = backlog;
        this.budget = new ReaderBudget(deadline);
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        ctx.flush();
        ChannelOutboundBuffer unread = ctx.channel().unsafe().outboundBuffer();
        if (unread == null || !hasOctets(unread)) {
            return;
        }
        if (timer == null) {
            budget.refill();
            note(unread, counted(ctx));
            lookLater(ctx);
        }
        count(ctx, unread);
    }

    /**
     * The data counts as waiting until all of it is sent, which the transport reports by this message only; or, if that
     * fails, until the connection has closed.
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
            budget.refill();
        }
    }

    /**
     * Whether octets wait to be sent. More than one handler sends messages without octets, to learn when earlier ones
     * have been sent. If each sent one for the other's, they would continue forever.
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
        SentOctetsCounter counted = counted(ctx);
        long octets = Math.max(hasMoved(unread) ? 1 : 0, counted.position(unread) - position);
        if (budget.isSpent(deadline.toNanos() / LOOKS, octets)) {
            LOG.debug(
                    "{} reads nothing, or too slowly: its connection is reset",
                    ctx.channel().remoteAddress());
            reset(ctx.channel());
        } else {
            note(unread, counted);
            lookLater(ctx);
        }
    }

    private SentOctetsCounter counted(ChannelHandlerContext ctx) {
        SentOctetsCounter known = sent;
        if (known == null) {
            known = new SentOctetsCounter();
            sent = known;
            ctx.pipeline().addAfter(ctx.name(), SentOctetsCounter.NAME, known);
        }
        return known;
    }

    /** Ends a connection from any thread: on its own thread, because it may be closed by now, or in the middle of a write. */
    static void resetSoon(Channel channel) {
        channel.eventLoop().execute(() -> {
            if (channel.isOpen()) {
                reset(channel);
            }
        });
    }

    /** Ends a connection and drops its waiting data; no handler waits for streams, or for the end of TLS. */
    private static void reset(Channel channel) {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        channel.unsafe().close(channel.unsafe().voidPromise());
    }

    /** Whether data was sent; the current first may have been first before and written again, behind the notification. */
    private boolean hasMoved(ChannelOutboundBuffer unread) {
        return unread.current() != first || unread.currentProgress() != sentOfFirst || allSent;
    }

    private void note(ChannelOutboundBuffer unread, SentOctetsCounter counted) {
        position = counted.position(unread);
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
