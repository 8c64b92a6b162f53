package dev.larder.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Separates the responses on one origin connection (RFC 9112 6.3, 9.2; RFC 9110 15.2). Interim responses are forwarded
 * to the client and never taken for the final one. A connection with bytes that answer no request is closed, so that
 * they do not reach another request. {@link MessageEnd} is notified when a message is complete.
 */
final class ResponseBoundary extends ChannelDuplexHandler implements ResponseReceiver {

    private final Deque<Object> read = new ArrayDeque<>();
    private @Nullable ChannelHandlerContext context;
    private @Nullable LastHttpContent held;
    private @Nullable WatchedMessageEnd end;
    private boolean awaiting;
    private boolean head;
    private boolean skipping;
    private boolean upgradeAsked;
    private boolean upgraded;
    private int interim;

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        if (msg instanceof HttpRequest request) {
            head = request.method().equals(HttpMethod.HEAD);
            upgradeAsked = request.headers().contains(HttpHeaderNames.UPGRADE);
            awaiting = true;
            end = null;
            interim = 0;
        }
        ctx.write(msg, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (msg instanceof HttpObject object) {
            judge(object);
        }
        upgraded |= upgradeAsked && msg instanceof HttpResponse response && isSwitchingProtocols(response);
        if (upgraded) {
            ctx.fireChannelRead(msg);
            return;
        }
        if (!awaiting || held != null) {
            ReferenceCountUtil.release(msg);
            ctx.close();
            return;
        }
        if (msg instanceof HttpResponse response && isInterim(response)) {
            skipping = true;
            if (++interim <= MAX_INTERIM && !response.status().equals(HttpResponseStatus.CONTINUE)) {
                InterimResponseRelay.passOn(ctx.channel(), response);
            }
        }
        if (skipping) {
            skip(ctx, msg);
            return;
        }
        if (msg instanceof HttpResponse) {
            end = WatchedMessageEnd.next(ctx.channel());
        }
        accept(ctx, msg);
    }

    private void accept(ChannelHandlerContext ctx, Object msg) {
        boolean malformed =
                msg instanceof HttpObject object && object.decoderResult().isFailure();
        if (malformed && msg instanceof HttpObject object) {
            passOn();
            object.setDecoderResult(DecoderResult.failure(
                    MalformedResponseException.of(object.decoderResult().cause())));
            ctx.close();
        }
        if (msg instanceof LastHttpContent last) {
            held = last;
        } else if (malformed) {
            ctx.fireChannelRead(msg);
        } else {
            read.add(msg);
        }
    }

    @Override
    public void decoded(boolean surplus) {
        ChannelHandlerContext ctx = context;
        if (held != null && end != null && held.decoderResult().isSuccess() && !surplus) {
            end.received();
        }
        passOn();
        if (ctx != null && surplus && !upgraded && (held != null || !awaiting)) {
            ctx.close();
        }
        release();
    }

    @Override
    public boolean isAnswerToHead() {
        return head;
    }

    /** During a response the origin's reset must not be mistaken for the client's. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        boolean midway = awaiting && end != null && !end.isMessageComplete();
        ctx.fireExceptionCaught(midway ? new IOException("The origin broke its response off.") : cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        release();
        ctx.fireChannelInactive();
    }

    /** The result of a read is passed on when all of it is decoded: by then it is known whether the message is complete. */
    private void passOn() {
        ChannelHandlerContext ctx = context;
        for (Object msg = read.poll(); ctx != null && msg != null; msg = read.poll()) {
            ctx.fireChannelRead(msg);
        }
    }

    private void release() {
        passOn();
        LastHttpContent last = held;
        if (last == null || context == null) {
            return;
        }
        held = null;
        awaiting = false;
        if (end != null && last.decoderResult().isSuccess()) {
            end.arrived();
        }
        context.fireChannelRead(last);
    }

    private void skip(ChannelHandlerContext ctx, Object msg) {
        boolean last = msg instanceof LastHttpContent;
        ReferenceCountUtil.release(msg);
        if (interim > MAX_INTERIM) {
            ctx.close();
        } else if (last) {
            skipping = false;
            ctx.read();
        }
    }

    /** Statuses outside 100 to 599 and unrequested protocol switches count as malformed (RFC 9110 15 and 7.8). */
    private void judge(HttpObject object) {
        boolean senseless = object instanceof HttpResponse response
                && (response.status().codeClass() == HttpStatusClass.UNKNOWN
                        || (isSwitchingProtocols(response) && !upgradeAsked));
        if (senseless && object.decoderResult().isSuccess()) {
            object.setDecoderResult(
                    DecoderResult.failure(new MalformedResponseException("The origin's head makes no sense.")));
        }
    }

    private static boolean isSwitchingProtocols(HttpResponse response) {
        return response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
    }

    private static boolean isInterim(HttpResponse response) {
        return response.decoderResult().isSuccess()
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL
                && !isSwitchingProtocols(response);
    }
}
