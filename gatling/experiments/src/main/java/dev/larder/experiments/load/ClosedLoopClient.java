package dev.larder.experiments.load;

import dev.larder.experiments.traffic.ExperimentRequest;
import dev.larder.experiments.traffic.ExperimentResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One client: one call at a time on its connection. Used by the event loop alone. */
final class ClosedLoopClient extends ChannelInboundHandlerAdapter {

    private static final Pattern VERSION = Pattern.compile("\"version\":(\\d+)");

    /** The body says its version at its beginning. */
    private static final int BEGINNING = 40;

    private static final ExperimentRequest NOTHING = ExperimentRequest.get("/", -1);

    private final ClosedLoopRun round;
    private final StringBuilder beginning = new StringBuilder();
    private @Nullable ChannelHandlerContext context;
    private @Nullable HttpResponse head;
    private ExperimentRequest call = NOTHING;
    private long floor;
    private long sent;
    private long bytes;
    private boolean waiting;

    ClosedLoopClient(ClosedLoopRun round) {
        this.round = round;
    }

    void send(ExperimentRequest next, long least) {
        call = next;
        floor = least;
        bytes = 0;
        beginning.setLength(0);
        waiting = true;
        var request = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.valueOf(next.method()), next.target(), Unpooled.EMPTY_BUFFER);
        request.headers().set(HttpHeaderNames.HOST, "experiment");
        if (!next.isRead()) {
            request.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
        }
        sent = System.nanoTime();
        if (context != null) {
            context.writeAndFlush(request, context.voidPromise());
        }
    }

    ExperimentRequest call() {
        return call;
    }

    long floor() {
        return floor;
    }

    long sent() {
        return sent;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        context = active;
        round.connected(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext active, Object message) {
        try {
            if (message instanceof HttpResponse response) {
                head = response;
            }
            if (message instanceof HttpContent content) {
                take(content.content());
            }
            if (message instanceof LastHttpContent && head != null) {
                waiting = false;
                round.answered(this, answer(head));
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void take(ByteBuf content) {
        bytes += content.readableBytes();
        if (beginning.length() < BEGINNING) {
            var length = Math.min(content.readableBytes(), BEGINNING - beginning.length());
            beginning.append(content.toString(content.readerIndex(), length, StandardCharsets.US_ASCII));
        }
    }

    private ExperimentResponse answer(HttpResponse response) {
        var fields = response.headers();
        var status = fields.get("Cache-Status", "");
        var version = VERSION.matcher(beginning);
        return new ExperimentResponse(
                response.decoderResult().isSuccess() ? response.status().code() : 0,
                status,
                fields.getInt(HttpHeaderNames.AGE, -1),
                version.find() ? Long.parseLong(version.group(1)) : -1,
                bytes);
    }

    @Override
    public void channelInactive(ChannelHandlerContext active) {
        if (waiting) {
            waiting = false;
            round.lost(this);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext active, Throwable cause) {
        if (waiting) {
            active.close();
        } else {
            round.failed(cause);
        }
    }
}
