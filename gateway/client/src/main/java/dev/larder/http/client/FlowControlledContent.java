package dev.larder.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** Content in both directions on the streams of one HTTP/2 connection, within the windows of flow control (RFC 9113 5.2). */
final class FlowControlledContent {

    /** Octets that an origin may send on one stream before they are consumed. */
    static final int WINDOW = 256 * 1024;
    /** Octets that an origin may send on all streams before it hears of it: it limits the rate, not what is held back. */
    static final int CONNECTION_WINDOW = 16 * 1024 * 1024;

    private final Http2ConnectionHandler handler;
    private @Nullable ChannelHandlerContext context;

    FlowControlledContent(Http2ConnectionHandler handler) {
        this.handler = handler;
    }

    /** Opens the window of the connection, whose handler has been added to its channel. */
    void open(ChannelHandlerContext ctx) throws Http2Exception {
        context = ctx;
        Http2Connection connection = handler.connection();
        connection.local().flowController().incrementWindowSize(connection.connectionStream(), CONNECTION_WINDOW);
        ctx.flush();
    }

    ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("The connection is not open yet.");
        }
        return context;
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
        ChannelHandlerContext ctx = context();
        ChannelFuture written = handler.encoder().writeData(ctx, id, data, 0, last, ctx.newPromise());
        handler.flush(ctx);
        return written;
    }

    /** Ends content, with trailers if there are any. */
    ChannelFuture writeLast(int id, Http2Headers trailers) {
        if (trailers.isEmpty()) {
            return write(id, Unpooled.EMPTY_BUFFER, true);
        }
        ChannelHandlerContext ctx = context();
        ChannelFuture written = handler.encoder().writeHeaders(ctx, id, trailers, 0, true, ctx.newPromise());
        handler.flush(ctx);
        return written;
    }

    /** Resets a stream, whose content ends; false if it is closed. */
    boolean reset(int id, Http2Error code) {
        if (handler.connection().stream(id) == null) {
            return false;
        }
        ChannelHandlerContext ctx = context();
        handler.resetStream(ctx, id, code.code(), ctx.newPromise());
        handler.flush(ctx);
        return true;
    }

    /** Lets the origin send so many octets more on a stream. */
    void consume(int id, int octets) {
        Http2Stream stream = handler.connection().stream(id);
        if (stream == null) {
            return;
        }
        ChannelHandlerContext ctx = context();
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
