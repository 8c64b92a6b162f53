package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Located first in a connection without TLS to a server that also speaks HTTP/2. A client that uses HTTP/2 announces it
 * by its first octets (RFC 9113 3.3, 3.4). Any other client speaks HTTP/1.1 and gets the same guards as without HTTP/2;
 * it cannot switch later, because the upgrade to h2c is obsolete (RFC 9113 3.1).
 */
final class ProtocolDetector extends ByteToMessageDecoder {

    private static final ByteBuf PREFACE = Unpooled.unreleasableBuffer(Http2CodecUtil.connectionPrefaceBuf());

    private final Duration deadline;
    private final Runnable http1;
    private final Runnable http2;
    private @Nullable ScheduledFuture<?> timer;

    /**
     * Waits for the first octets.
     *
     * @param deadline time in which they must arrive
     * @param http1 configures the connection for HTTP/1.1
     * @param http2 adds the guards of HTTP/2
     */
    ProtocolDetector(Duration deadline, Runnable http1, Runnable http2) {
        this.deadline = deadline;
        this.http1 = http1;
        this.http2 = http2;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        timer = ctx.executor().schedule(() -> ctx.close(), deadline.toMillis(), TimeUnit.MILLISECONDS);
        ctx.fireChannelActive();
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        int known = Math.min(in.readableBytes(), PREFACE.readableBytes());
        boolean prior = in.slice(in.readerIndex(), known).equals(PREFACE.slice(PREFACE.readerIndex(), known));
        if (prior && known < PREFACE.readableBytes()) {
            return;
        }
        (prior ? http2 : http1).run();
        ctx.pipeline().remove(this);
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
