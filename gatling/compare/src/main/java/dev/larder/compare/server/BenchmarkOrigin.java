package dev.larder.compare.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The origin of all caches: any path has the same JSON body, to be stored for an hour, for those too who say who they are (RFC 9111 3.5),
 * not at all below {@code /private}, and to be validated each time below {@code /validated}, where it has not changed. A response to
 * anything but GET is not stored. {@code /-/asked} says how often it was asked for anything else.
 */
public final class BenchmarkOrigin {

    private static final String VALIDATED = "/validated/";
    private static final String ENTITY_TAG = "\"1\"";

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
        private boolean storable;
        private boolean conditional;

        Answers(ByteBuf body, AtomicLong asked) {
            this.body = body;
            this.asked = asked;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                path = request.uri();
                storable = request.method().equals(HttpMethod.GET) && !path.startsWith("/private/");
                conditional = request.headers().contains(HttpHeaderNames.IF_NONE_MATCH);
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
            if (!path.startsWith(VALIDATED)) {
                return ok(body.duplicate(), storable ? "public, max-age=3600" : "no-store");
            }
            var response = conditional ? notModified() : ok(body.duplicate(), "no-cache");
            response.headers().set(HttpHeaderNames.ETAG, ENTITY_TAG);
            return response;
        }

        private static DefaultFullHttpResponse notModified() {
            var response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.NOT_MODIFIED, Unpooled.EMPTY_BUFFER);
            response.headers().set(HttpHeaderNames.CACHE_CONTROL, "no-cache");
            return response;
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
