package dev.larder.gateway.origin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;

/** Content in both directions on the streams of one HTTP/2 connection, within the windows of flow control (RFC 9113 5.2). */
final class FlowControlledContent {

    private final MultiplexedConnection handler;

    FlowControlledContent(MultiplexedConnection handler) {
        this.handler = handler;
    }

    private Http2RemoteFlowController outbound() {
        return handler.encoder().flowController();
    }

    boolean isWritable(int id) {
        Http2Stream stream = handler.connection().stream(id);
        return stream != null && outbound().isWritable(stream);
    }

    /** Writes content, which waits until the origin takes it. */
    ChannelFuture write(int id, ByteBuf data, boolean last) {
        ChannelHandlerContext ctx = handler.context();
        ChannelFuture written = handler.encoder().writeData(ctx, id, data, 0, last, ctx.newPromise());
        handler.flush(ctx);
        return written;
    }

    /** Ends content, with trailers if there are any. */
    ChannelFuture writeLast(int id, Http2Headers trailers) {
        if (trailers.isEmpty()) {
            return write(id, Unpooled.EMPTY_BUFFER, true);
        }
        ChannelHandlerContext ctx = handler.context();
        ChannelFuture written = handler.encoder().writeHeaders(ctx, id, trailers, 0, true, ctx.newPromise());
        handler.flush(ctx);
        return written;
    }

    /** Lets the origin send so many octets more on a stream. */
    void consume(int id, int octets) {
        Http2Stream stream = handler.connection().stream(id);
        if (stream == null) {
            return;
        }
        ChannelHandlerContext ctx = handler.context();
        try {
            handler.connection().local().flowController().consumeBytes(stream, octets);
            handler.flush(ctx);
        } catch (Http2Exception impossible) {
            handler.onError(ctx, true, impossible);
        }
    }

    /** Whether the origin takes content at the moment, on any stream. */
    boolean isTaken() {
        return outbound().windowSize(handler.connection().connectionStream()) > 0;
    }

    /**
     * Returns the window of a stream whose content waits because the window of the connection is exhausted; otherwise 0. It
     * changes when content is sent.
     */
    int heldWindow(int id) {
        Http2Stream stream = handler.connection().stream(id);
        boolean held = stream != null && outbound().hasFlowControlled(stream) && !isTaken();
        return held ? Math.max(0, outbound().windowSize(stream)) : 0;
    }
}
