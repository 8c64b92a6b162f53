package dev.larder.compare.load;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** One connection of the generator: one request at a time. Used by the event loop alone. */
final class OpenLoopConnection extends ChannelInboundHandlerAdapter {

    private final OpenLoopGenerator run;
    private final String authorization;
    private @Nullable ChannelHandlerContext context;
    private boolean waiting;
    private boolean good;
    private long due;

    OpenLoopConnection(OpenLoopGenerator run, String authorization) {
        this.run = run;
        this.authorization = authorization;
    }

    void send(String path, long moment) {
        waiting = true;
        due = moment;
        var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, path, Unpooled.EMPTY_BUFFER);
        request.headers().set(HttpHeaderNames.HOST, "127.0.0.1");
        if (!authorization.isEmpty()) {
            request.headers().set(HttpHeaderNames.AUTHORIZATION, authorization);
        }
        if (context != null) {
            context.writeAndFlush(request, context.voidPromise());
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        context = active;
        run.ready(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext active, Object message) {
        if (message instanceof HttpResponse response) {
            good = response.status().code() == 200 && response.decoderResult().isSuccess();
        }
        if (message instanceof LastHttpContent) {
            waiting = false;
            run.answered(this, due, good);
        }
        ReferenceCountUtil.release(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext active) {
        run.lost(this, waiting);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext active, Throwable cause) {
        active.close();
    }
}
