package dev.larder.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2WindowUpdateFrame;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Located between the codec and the streams of one HTTP/2 client connection. Does for each stream what
 * {@link ResponseWriteTimeout} does for a connection: while content waits for a window (RFC 9113 5.2), some of it must be sent
 * within the deadline, or the client must widen the window, or the stream is reset. Otherwise it would occupy a connection to the
 * origin. Nor may a client read more slowly than {@link ReaderBudget} allows.
 */
final class StreamWriteTimeout extends ChannelDuplexHandler {

    private static final Logger log = LoggerFactory.getLogger(StreamWriteTimeout.class);

    /** Checks per deadline: data that has not moved since before the previous check is too late. */
    private static final int LOOKS = 2;

    private final Duration deadline;

    /** At most {@link StreamRequestPolicy#MAX_STREAMS} streams. */
    private final IntObjectMap<Waiting> waiting = new IntObjectHashMap<>();

    private final ClientBacklog.ConnectionBacklog backlog;
    private @Nullable ScheduledFuture<?> timer;

    StreamWriteTimeout(Duration deadline, ClientBacklog.ConnectionBacklog backlog) {
        this.deadline = deadline;
        this.backlog = backlog;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        if (!(msg instanceof Http2DataFrame data) || data.stream() == null) {
            ctx.write(msg, promise);
            return;
        }
        Http2FrameStream stream = data.stream();
        Waiting content = waiting.computeIfAbsent(stream.id(), id -> new Waiting(stream, new ReaderBudget(deadline)));
        content.frames++;
        int octets = data.content().readableBytes();
        ClientBacklog.QueuedContent held = backlog.hold(data.content());
        ctx.write(msg, promise.unvoid().addListener(written -> {
            if (--content.frames == 0) {
                waiting.remove(stream.id(), content);
            }
            content.taken(octets);
            if (written.isSuccess()) {
                backlog.release(held);
            } else {
                backlog.giveUp(held);
            }
        }));
        if (timer == null) {
            lookLater(ctx);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (msg instanceof Http2WindowUpdateFrame update && update.stream() != null) {
            Waiting content = waiting.get(update.stream().id());
            if (content != null) {
                content.taken(update.windowSizeIncrement());
            }
        }
        ctx.fireChannelRead(msg);
    }

    private void lookLater(ChannelHandlerContext ctx) {
        timer = ctx.executor().schedule(() -> look(ctx), deadline.toMillis() / LOOKS, TimeUnit.MILLISECONDS);
    }

    private void look(ChannelHandlerContext ctx) {
        timer = null;
        List<Waiting> late = new ArrayList<>();
        for (Waiting content : waiting.values()) {
            if (content.isLate(deadline.toNanos() / LOOKS)) {
                late.add(content);
            }
        }
        for (Waiting content : late) {
            log.debug("{} takes {} too slowly, or not at all", ctx.channel().remoteAddress(), content.stream);
            ctx.write(new DefaultHttp2ResetFrame(Http2Error.CANCEL).stream(content.stream));
        }
        if (!late.isEmpty()) {
            ctx.flush();
        }
        if (!waiting.isEmpty()) {
            lookLater(ctx);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    /** The waiting data of one stream. */
    private static final class Waiting {

        private final Http2FrameStream stream;
        private final ReaderBudget budget;
        private int frames;
        private long octets;
        private boolean lookedAt;

        private Waiting(Http2FrameStream stream, ReaderBudget budget) {
            this.stream = stream;
            this.budget = budget;
        }

        private void taken(long more) {
            octets += more;
        }

        /** The timer is that of all streams: at the first look, this one has waited for less than the time between two. */
        private boolean isLate(long nanos) {
            long taken = octets;
            octets = 0;
            boolean first = !lookedAt;
            lookedAt = true;
            return !first && budget.isSpent(nanos, taken);
        }
    }
}
