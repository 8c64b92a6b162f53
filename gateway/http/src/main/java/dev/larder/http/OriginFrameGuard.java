package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.util.ReferenceCountUtil;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Located before the codec of one HTTP/2 connection to an origin. Ends it by GOAWAY once the origin has exhausted its {@link
 * FrameAllowance}, pushes, or sends content that answers no request: more than was on its way when a stream was reset. The
 * codec itself limits the size and the pieces of a head, consecutive frames without content, and unsent replies.
 */
public final class OriginFrameGuard extends ChannelDuplexHandler {

    private final IntPredicate open;
    private final int window;
    private @Nullable FrameAllowance allowance;
    private @Nullable FrameHeaderScanner received;
    private @Nullable FrameHeaderScanner sent;
    private long strayOctets;
    private boolean pushed;
    private boolean ended;

    /**
     * Creates a guard.
     *
     * @param open whether a stream is open
     * @param window octets that the origin may send on a stream before it is allowed to send more
     */
    public OriginFrameGuard(IntPredicate open, int window) {
        this.open = open;
        this.window = window;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        var counted = new FrameAllowance(ctx.executor().ticker().nanoTime());
        allowance = counted;
        received = FrameHeaderScanner.ofServer((type, flags, length, stream) -> {
            boolean stray = stream != 0 && !open.test(stream);
            pushed |= type == Http2FrameTypes.PUSH_PROMISE || (stray && stream % 2 == 0);
            if (stray && type == Http2FrameTypes.DATA) {
                strayOctets -= length;
            }
            counted.received(stray && type == Http2FrameTypes.HEADERS ? Http2FrameTypes.PRIORITY : type, flags, length);
        });
        sent = FrameHeaderScanner.ofClient((type, flags, length, stream) -> {
            counted.sent(type, length);
            if (type == Http2FrameTypes.HEADERS) {
                counted.sentRequest();
            } else if (type == Http2FrameTypes.RST_STREAM && open.test(stream)) {
                strayOctets += window;
            }
        });
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (ended) {
            ReferenceCountUtil.release(msg);
            return;
        }
        Http2Exception violation = msg instanceof ByteBuf octets ? violation(ctx, octets) : null;
        if (violation == null) {
            ctx.fireChannelRead(msg);
        } else {
            ended = true;
            ReferenceCountUtil.release(msg);
            ctx.fireExceptionCaught(violation);
        }
    }

    private @Nullable Http2Exception violation(ChannelHandlerContext ctx, ByteBuf octets) {
        if (allowance == null || received == null) {
            return null;
        }
        allowance.at(ctx.executor().ticker().nanoTime());
        received.read(octets);
        if (pushed) {
            return Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, "The origin pushed.");
        }
        if (strayOctets < 0) {
            return Http2Exception.connectionError(
                    Http2Error.STREAM_CLOSED, "The origin sent content that answers no request.");
        }
        return allowance.isExceeded()
                ? Http2Exception.connectionError(
                        Http2Error.ENHANCE_YOUR_CALM, "The origin sent too many frames that carry nothing.")
                : null;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        if (sent != null && msg instanceof ByteBuf octets) {
            sent.read(octets);
        }
        ctx.write(msg, promise);
    }
}
