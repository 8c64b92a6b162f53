package dev.larder.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2FrameStreamEvent;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Located between the codec and the streams of one HTTP/2 client connection. The frame that completes the content of a
 * request according to its content-length is held until the end of the stream: before that the request may still be
 * malformed (RFC 9113 8.1.1), and forwarded content cannot be taken back. A stream in which the codec finds an error is
 * reset as if by its client: its processing is cancelled, and it gets no response.
 */
final class StreamGuard extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(StreamGuard.class);

    /** The requests whose end is awaited, at most {@link StreamRequestPolicy#MAX_STREAMS}. */
    private final IntObjectMap<ContentLengthTracker> awaited = new IntObjectHashMap<>();

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (msg instanceof Http2HeadersFrame head) {
            receive(ctx, head);
            return;
        }
        ContentLengthTracker stated =
                msg instanceof Http2DataFrame data ? awaited.get(data.stream().id()) : null;
        if (stated == null) {
            ctx.fireChannelRead(msg);
        } else {
            receive(ctx, (Http2DataFrame) msg, stated);
        }
    }

    private void receive(ChannelHandlerContext ctx, Http2HeadersFrame head) {
        int stream = head.stream().id();
        boolean first = !awaited.containsKey(stream);
        if (first && !isRequest(head.headers())) {
            log.debug("{} lacks what a request must have", head.stream());
            reset(ctx, head.stream(), Http2Error.PROTOCOL_ERROR);
        } else if (first && !head.isEndStream()) {
            var stated = ContentLengthTracker.of(head.headers().getLong(HttpHeaderNames.CONTENT_LENGTH));
            awaited.put(stream, stated);
            passOn(ctx, head, stated.isWholeWith(0) ? stated : null);
        } else {
            end(ctx, stream);
            ctx.fireChannelRead(head);
        }
    }

    /** RFC 9113 8.3.1: "All HTTP/2 requests MUST include exactly one valid value" for these; 8.5 for CONNECT. */
    private static boolean isRequest(Http2Headers head) {
        return AsciiString.contentEquals(HttpMethod.CONNECT.asciiName(), head.method())
                ? head.authority() != null && head.scheme() == null && head.path() == null
                : head.method() != null && head.scheme() != null && head.path() != null;
    }

    private void receive(ChannelHandlerContext ctx, Http2DataFrame data, ContentLengthTracker stated) {
        if (data.isEndStream()) {
            end(ctx, data.stream().id());
            ctx.fireChannelRead(data);
        } else {
            passOn(ctx, data, stated.isWholeWith(data.content().readableBytes()) ? stated : null);
        }
    }

    private static void passOn(
            ChannelHandlerContext ctx, Http2StreamFrame frame, @Nullable ContentLengthTracker whole) {
        if (whole == null) {
            ctx.fireChannelRead(frame);
        } else {
            whole.hold(frame);
        }
    }

    private void end(ChannelHandlerContext ctx, int stream) {
        ContentLengthTracker ended = awaited.remove(stream);
        Http2StreamFrame last = ended == null ? null : ended.take();
        if (last != null) {
            ctx.fireChannelRead(last);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2FrameStreamEvent changed && changed.stream().state() == Http2Stream.State.CLOSED) {
            forget(changed.stream());
        }
        ctx.fireUserEventTriggered(event);
    }

    /** After the codec or the client has ended a connection, the handlers behind need no notification. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof Http2FrameStreamException error) {
            log.debug("{} is malformed", error.stream(), error);
            reset(ctx, error.stream(), error.error());
        } else if (cause instanceof Http2Exception || cause instanceof IOException) {
            log.debug("{} is ended", ctx.channel(), cause);
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    private void reset(ChannelHandlerContext ctx, Http2FrameStream stream, Http2Error error) {
        forget(stream);
        ctx.writeAndFlush(new DefaultHttp2ResetFrame(error).stream(stream));
    }

    private void forget(Http2FrameStream stream) {
        ContentLengthTracker lost = awaited.remove(stream.id());
        if (lost != null) {
            ReferenceCountUtil.release(lost.take());
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        awaited.values().forEach(lost -> ReferenceCountUtil.release(lost.take()));
        awaited.clear();
    }
}
