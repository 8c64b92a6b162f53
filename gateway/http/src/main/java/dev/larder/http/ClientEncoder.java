package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.PromiseNotifier;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Netty's HTTP/1.1 response encoder with what requests say of their responses: that to HEAD has no content, and that to a request
 * of HTTP/1.0 no transfer coding (RFC 9112 6.1): content of unknown length ends with the connection.
 */
final class ClientEncoder extends HttpResponseEncoder {

    /** Content up to this length is copied behind its head: two buffers cost the kernel more than that. */
    private static final int MAX_COPIED = 8 * 1024;

    private static final int EXPECTED_HEAD = 512;

    private final Queue<HttpRequest> unanswered = new ArrayDeque<>();

    private LastContent lastContent = LastContent.NONE;

    /** What is known of content that ends with the connection. */
    private enum LastContent {
        NONE,
        BEGUN,
        /** Nothing may follow. */
        WRITTEN,
        SENT
    }

    void asked(HttpRequest request) {
        unanswered.add(request);
    }

    /** Called when the only unanswered request has been answered without this encoder. */
    void answered() {
        unanswered.clear();
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) throws Exception {
        if (lastContent.compareTo(LastContent.WRITTEN) >= 0 && !(msg instanceof ByteBuf)) {
            ReferenceCountUtil.release(msg);
            // Not now: listeners close the connection on a failure, and the content before is not sent yet.
            ctx.channel().closeFuture().addListener(closed -> promise.tryFailure(new ClosedChannelException()));
            return;
        }
        // Before Netty looks at the head: of a whole message it takes the framing before it encodes anything.
        if (msg instanceof HttpResponse response
                && isForHttp10(response)
                && HttpUtil.isTransferEncodingChunked(response)) {
            frameForHttp10(ctx, response);
        }
        if (lastContent == LastContent.BEGUN && msg instanceof LastHttpContent) {
            lastContent = LastContent.WRITTEN;
            super.write(ctx, msg, closing(ctx, promise.unvoid()));
        } else {
            super.write(ctx, msg, promise);
        }
    }

    /** Closes when the content has been sent. Listeners of the given promise may close, too, so they are notified second. */
    private ChannelPromise closing(ChannelHandlerContext ctx, ChannelPromise promise) {
        ChannelPromise sent = ctx.newPromise();
        sent.addListener(done -> {
            if (done.isSuccess()) {
                lastContent = LastContent.SENT;
                ctx.channel().config().setOption(ChannelOption.SO_LINGER, -1);
            }
        });
        sent.addListener(new PromiseNotifier<>(promise));
        return sent.addListener(ChannelFutureListener.CLOSE);
    }

    /** Whether the end of the connection is that of the content that is being sent. */
    boolean endsByClosing() {
        return lastContent == LastContent.BEGUN || lastContent == LastContent.WRITTEN;
    }

    /** Content that ends with the connection looks whole unless what breaks it off is a reset; no end of TLS is sent either. */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (endsByClosing()) {
            ctx.channel().unsafe().close(promise);
        } else {
            ctx.close(promise);
        }
    }

    @Override
    protected void encodeInitialLine(ByteBuf buffer, HttpResponse response) throws Exception {
        if (response instanceof FullHttpResponse whole) {
            int content = whole.content().readableBytes();
            if (content > 0 && content <= MAX_COPIED) {
                buffer.ensureWritable(EXPECTED_HEAD + content);
            }
        }
        super.encodeInitialLine(buffer, response);
    }

    private void frameForHttp10(ChannelHandlerContext ctx, HttpResponse response) {
        response.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
        if (response instanceof FullHttpResponse whole) {
            if (!unanswered.element().method().equals(HttpMethod.HEAD)) {
                HttpUtil.setContentLength(response, whole.content().readableBytes());
            }
        } else if (!unanswered.element().method().equals(HttpMethod.HEAD) && !super.isContentAlwaysEmpty(response)) {
            HttpUtil.setKeepAlive(response, false);
            lastContent = LastContent.BEGUN;
            // Also the transport closes, when the client ends its side, without asking any handler.
            ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }

    /** The request of a response is the first unanswered one until the head of the response is encoded. */
    private boolean isForHttp10(HttpResponse response) {
        HttpRequest request = unanswered.peek();
        return request != null
                && request.protocolVersion().equals(HttpVersion.HTTP_1_0)
                && response.status().codeClass() != HttpStatusClass.INFORMATIONAL;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse response) {
        if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            return super.isContentAlwaysEmpty(response);
        }
        HttpRequest request = unanswered.poll();
        return (request != null && request.method().equals(HttpMethod.HEAD)) || super.isContentAlwaysEmpty(response);
    }
}
