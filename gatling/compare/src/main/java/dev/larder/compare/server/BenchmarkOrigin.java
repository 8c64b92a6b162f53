package dev.larder.compare.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The origin of all caches: any path has the same JSON body, to be stored for an hour, or not at all below
 * {@code /private}. {@code /-/asked} says how often it was asked for anything else.
 */
public final class BenchmarkOrigin {

    /** Where it says how often it was asked. */
    public static final String ASKED = "/-/asked";

    private BenchmarkOrigin() {}

    /** Arguments: port, size of the body in octets. */
    public static void main(String[] args) {
        start(Integer.parseInt(args[0]), Integer.parseInt(args[1])).serve();
    }

    /** Starts it in this process. */
    public static NettyServer start(int port, int size) {
        var body = FixedJsonBody.buffer(size);
        var asked = new AtomicLong();
        return NettyServer.start(port, () -> new Answers(body, asked));
    }

    private static final class Answers extends ChannelInboundHandlerAdapter {

        private final ByteBuf body;
        private final AtomicLong asked;
        private String path = "/";

        Answers(ByteBuf body, AtomicLong asked) {
            this.body = body;
            this.asked = asked;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                path = request.uri();
            }
            if (message instanceof LastHttpContent) {
                context.write(answer(), context.voidPromise());
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

        private DefaultFullHttpResponse answer() {
            if (path.equals(ASKED)) {
                var count = Long.toString(asked.get()).getBytes(StandardCharsets.US_ASCII);
                return ok(Unpooled.wrappedBuffer(count), "no-store");
            }
            asked.incrementAndGet();
            return ok(body.duplicate(), path.startsWith("/private/") ? "no-store" : "max-age=3600");
        }

        private static DefaultFullHttpResponse ok(ByteBuf content, String cacheControl) {
            var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
            response.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                    .set(HttpHeaderNames.CACHE_CONTROL, cacheControl)
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
            return response;
        }
    }
}
