package dev.larder.soak.origin;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One connection to the origin. What has not arrived whole changes nothing. */
final class SoakOriginHandler extends ChannelInboundHandlerAdapter {

    private static final long USUAL_MICROS = 500;
    private static final long STALL_MICROS = 1_500_000;

    /** Resources of one tag. */
    private static final int TAGS = 10;

    private final ResourceVersions site;
    private final Supplier<OriginCondition> mood;
    private @Nullable HttpRequest request;

    SoakOriginHandler(ResourceVersions site, Supplier<OriginCondition> mood) {
        this.site = site;
        this.mood = mood;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpRequest head) {
                request = head;
            }
            if (message instanceof LastHttpContent && request != null) {
                answer(context, request);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void answer(ChannelHandlerContext context, HttpRequest asked) {
        var now = mood.get();
        var micros = now == OriginCondition.STALLING ? STALL_MICROS : USUAL_MICROS;
        context.executor().schedule(() -> answer(context, asked, now), micros, TimeUnit.MICROSECONDS);
    }

    private void answer(ChannelHandlerContext context, HttpRequest asked, OriginCondition now) {
        if (!context.channel().isActive()) {
            return;
        }
        if (now == OriginCondition.FAILING) {
            context.writeAndFlush(response(HttpResponseStatus.SERVICE_UNAVAILABLE, "no-store", new byte[0]));
            return;
        }
        var response = response(asked);
        if (now == OriginCondition.TEARING) {
            tear(context, response);
        } else {
            context.writeAndFlush(response);
        }
    }

    private FullHttpResponse response(HttpRequest asked) {
        var path = asked.uri();
        var kind = ResourceKind.of(path);
        if (kind.isEmpty()) {
            return response(HttpResponseStatus.NOT_FOUND, "no-store", new byte[0]);
        }
        return asked.method().name().equals("GET") ? read(kind.get(), path, asked) : write(path);
    }

    private FullHttpResponse write(String path) {
        var version = Long.toString(site.write(path)).getBytes(StandardCharsets.US_ASCII);
        return response(HttpResponseStatus.OK, "no-store", version);
    }

    private FullHttpResponse read(ResourceKind kind, String path, HttpRequest asked) {
        var version = site.version(path);
        var key = kind.key(
                path,
                asked.headers().get(HttpHeaderNames.USER_AGENT, ""),
                asked.headers().get(HttpHeaderNames.AUTHORIZATION, ""));
        var tag = "\"" + version + "-" + Integer.toHexString(key.hashCode()) + "\"";
        var unchanged = asked.headers().get(HttpHeaderNames.IF_NONE_MATCH, "").contains(tag);
        var response = unchanged
                ? response(HttpResponseStatus.NOT_MODIFIED, kind.cacheControl(), new byte[0])
                : response(
                        HttpResponseStatus.OK, kind.cacheControl(), VersionedContent.of(key, version, kind.size(path)));
        response.headers()
                .set(HttpHeaderNames.ETAG, tag)
                .set("Surrogate-Key", "tag-" + Math.floorMod(path.hashCode(), TAGS));
        if (kind == ResourceKind.VARIED) {
            response.headers().set(HttpHeaderNames.VARY, HttpHeaderNames.USER_AGENT);
        }
        return response;
    }

    private static FullHttpResponse response(HttpResponseStatus status, String cacheControl, byte[] content) {
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(content));
        response.headers().set(HttpHeaderNames.CACHE_CONTROL, cacheControl);
        if (!status.equals(HttpResponseStatus.NOT_MODIFIED)) {
            response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, content.length);
        }
        return response;
    }

    /** Half of the content, and then a reset. */
    private static void tear(ChannelHandlerContext context, FullHttpResponse whole) {
        context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        context.write(new DefaultHttpResponse(HttpVersion.HTTP_1_1, whole.status(), whole.headers()));
        var half = whole.content().readableBytes() / 2;
        context.writeAndFlush(new DefaultHttpContent(whole.content().readRetainedSlice(half)))
                .addListener(written -> context.close());
        whole.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
