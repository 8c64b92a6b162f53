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
 * origin.
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
        Waiting content = waiting.computeIfAbsent(stream.id(), id -> new Waiting(stream));
        content.frames++;
        ClientBacklog.QueuedContent held = backlog.hold(data.content());
        ctx.write(msg, promise.unvoid().addListener(written -> {
            if (--content.frames == 0) {
                waiting.remove(stream.id(), content);
            }
            content.moved = true;
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
        Waiting content = msg instanceof Http2WindowUpdateFrame update && update.stream() != null
                ? waiting.get(update.stream().id())
                : null;
        if (content != null) {
            content.moved = true;
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
            content.unmoved = content.moved ? 0 : content.unmoved + 1;
            content.moved = false;
            if (content.unmoved > LOOKS) {
                late.add(content);
            }
        }
        for (Waiting content : late) {
            log.debug("{} has taken nothing of {} for {}", ctx.channel().remoteAddress(), content.stream, deadline);
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
        private int frames;
        private boolean moved;
        private int unmoved;

        private Waiting(Http2FrameStream stream) {
            this.stream = stream;
        }
    }
}
