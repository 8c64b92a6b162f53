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

    /** Whether the end of the connection is that of the content that is being sent. */
    private boolean endsByClosing;

    void asked(HttpRequest request) {
        unanswered.add(request);
    }

    /** Called when the only unanswered request has been answered without this encoder. */
    void answered() {
        unanswered.clear();
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) throws Exception {
        // Before Netty looks at the head: of a whole message it takes the framing before it encodes anything.
        if (msg instanceof HttpResponse response
                && isForHttp10(response)
                && HttpUtil.isTransferEncodingChunked(response)) {
            frameForHttp10(response);
        }
        boolean end = endsByClosing && msg instanceof LastHttpContent;
        endsByClosing &= !end;
        super.write(ctx, msg, end ? promise.unvoid().addListener(ChannelFutureListener.CLOSE) : promise);
    }

    /** Content that ends with the connection looks whole unless what breaks it off is a reset; no end of TLS is sent either. */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (endsByClosing) {
            ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
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

    private void frameForHttp10(HttpResponse response) {
        response.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
        if (response instanceof FullHttpResponse whole) {
            if (!unanswered.element().method().equals(HttpMethod.HEAD)) {
                HttpUtil.setContentLength(response, whole.content().readableBytes());
            }
        } else {
            HttpUtil.setKeepAlive(response, false);
            endsByClosing = true;
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
