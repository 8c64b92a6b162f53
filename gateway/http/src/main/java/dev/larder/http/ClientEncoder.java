package dev.larder.http;

import io.netty.buffer.ByteBuf;
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
 * of HTTP/1.0, which is the last on its connection, no transfer coding (RFC 9112 6.1).
 */
final class ClientEncoder extends HttpResponseEncoder {

    /** Content up to this length is copied behind its head: two buffers cost the kernel more than that. */
    private static final int MAX_COPIED = 8 * 1024;

    private static final int EXPECTED_HEAD = 512;

    private final Queue<HttpMethod> unanswered = new ArrayDeque<>();
    private boolean http10;

    /** Whether the end of the connection is that of the content that is being sent. */
    private boolean endsByClosing;

    void asked(HttpRequest request) {
        unanswered.add(request.method());
        http10 |= request.protocolVersion().equals(HttpVersion.HTTP_1_0);
    }

    /** Called when the only unanswered request has been answered without this encoder. */
    void answered() {
        unanswered.clear();
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) throws Exception {
        super.write(ctx, msg, promise);
        endsByClosing &= !(msg instanceof LastHttpContent);
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
        if (http10 && !HttpUtil.isKeepAlive(response) && HttpUtil.isTransferEncodingChunked(response)) {
            response.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
            endsByClosing = !(response instanceof FullHttpResponse);
        }
        if (response instanceof FullHttpResponse whole) {
            int content = whole.content().readableBytes();
            if (content > 0 && content <= MAX_COPIED) {
                buffer.ensureWritable(EXPECTED_HEAD + content);
            }
        }
        super.encodeInitialLine(buffer, response);
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse response) {
        if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            return super.isContentAlwaysEmpty(response);
        }
        HttpMethod method = unanswered.poll();
        return HttpMethod.HEAD.equals(method) || super.isContentAlwaysEmpty(response);
    }
}
