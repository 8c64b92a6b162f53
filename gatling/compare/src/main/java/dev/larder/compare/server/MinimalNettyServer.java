package dev.larder.compare.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;

/** The least that Netty has to do for a request: one canned answer, its head and body shared by all responses. */
public final class MinimalNettyServer {

    private MinimalNettyServer() {}

    /** Arguments: port, size of the body in octets. */
    public static void main(String[] args) {
        start(Integer.parseInt(args[0]), Integer.parseInt(args[1])).serve();
    }

    /** Starts it in this process. */
    public static NettyServer start(int port, int size) {
        var body = FixedJsonBody.buffer(size);
        var head = DefaultHttpHeadersFactory.headersFactory()
                .newHeaders()
                .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                .set(HttpHeaderNames.CONTENT_LENGTH, AsciiString.of(Integer.toString(size)));
        return NettyServer.start(port, () -> new Canned(body, head));
    }

    private static final class Canned extends ChannelInboundHandlerAdapter {

        private final ByteBuf body;
        private final HttpHeaders head;

        Canned(ByteBuf body, HttpHeaders head) {
            this.body = body;
            this.head = head;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof LastHttpContent) {
                context.write(
                        new DefaultFullHttpResponse(
                                HttpVersion.HTTP_1_1,
                                HttpResponseStatus.OK,
                                body.duplicate(),
                                head,
                                EmptyHttpHeaders.INSTANCE),
                        context.voidPromise());
            }
            ReferenceCountUtil.release(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
