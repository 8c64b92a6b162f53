package dev.larder.http;

import dev.larder.http.RequestHeadPolicy.Refusal;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Located behind the codec of one client connection. Answers requests that a shared cache must not process: malformed
 * heads with a problem detail (RFC 9457) and the end of the connection, after every earlier request has been answered.
 * Converts an absolute-form target into origin form; its authority replaces Host (RFC 9112 3.2.2).
 */
final class RequestPolicyHandler extends ChannelDuplexHandler {

    private static final String PAUSE = "larder.contentPause";
    private static final Logger log = LoggerFactory.getLogger(RequestPolicyHandler.class);
    private static final Refusal UNFRAMED =
            new Refusal(HttpResponseStatus.INTERNAL_SERVER_ERROR, "The response has no definite length.");
    private static final Refusal BAD_CONTENT =
            new Refusal(HttpResponseStatus.BAD_REQUEST, "The request content is not valid.");

    private final HeadDeadline deadline;
    private final ClientEncoder encoder;
    private final Duration requestBodyIdleTimeout;
    private final Queue<InterimResponse> interimResponses = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final Queue<Object> held = new ArrayDeque<>();
    private boolean holding;
    private int unanswered;
    private boolean interim;
    private boolean answering;
    private @Nullable Refusal refusal;
    private @Nullable EarlyResponseHandler early;
    private boolean last;
    private boolean receiving;
    private boolean closing;
    private boolean dropping;
    private boolean answeredEarly;
    private boolean unframed;

    /**
     * Creates a handler behind this encoder.
     *
     * @param requestBodyIdleTimeout maximum pause between two pieces of request content
     */
    RequestPolicyHandler(HeadDeadline deadline, ClientEncoder encoder, Duration requestBodyIdleTimeout) {
        this.requestBodyIdleTimeout = requestBodyIdleTimeout;
        this.deadline = deadline;
        this.encoder = encoder;
        deadline.onExpiry(ctx -> refuse(
                ctx, new Refusal(HttpResponseStatus.REQUEST_TIMEOUT, "The request head did not arrive in time.")));
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        deadline.gate(ctx);
    }

    /** Offers requests to this handler before those behind see them. */
    void offerTo(EarlyResponseHandler answerer) {
        early = answerer;
    }

    /** Whether the next request may be answered on receipt: no request is unanswered, and the connection stays open. */
    boolean isIdle() {
        return unanswered <= 0 && !answering && !last && refusal == null;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (isNobodys(msg) || (msg instanceof HttpRequest request && !tryAdmit(ctx, request))) {
            ReferenceCountUtil.release(msg);
            return;
        }
        if (msg instanceof HttpContent content && !isGood(content)) {
            ReferenceCountUtil.release(msg);
            breakOff(ctx);
            return;
        }
        if (msg instanceof LastHttpContent) {
            deadline.messageEnded();
            unwatchContent(ctx);
        }
        pass(ctx, msg);
    }

    private static boolean isGood(HttpContent content) {
        return content.decoderResult().isSuccess()
                && !(content instanceof LastHttpContent last
                        && last.trailingHeaders().size() > RequestHeadPolicy.MAX_FIELDS);
    }

    /** Chunks that arrived with their head are checked before any of them is processed. */
    private void pass(ChannelHandlerContext ctx, Object msg) {
        holding |= msg instanceof HttpRequest request && HttpUtil.isTransferEncodingChunked(request);
        if (!holding) {
            ctx.fireChannelRead(msg);
            return;
        }
        held.add(msg);
        if (msg instanceof LastHttpContent) {
            handOver(ctx::fireChannelRead);
        }
    }

    private void handOver(Consumer<Object> receiver) {
        holding = false;
        for (Object msg = held.poll(); msg != null; msg = held.poll()) {
            receiver.accept(msg);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (holding) {
            handOver(ctx::fireChannelRead);
        }
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        handOver(ReferenceCountUtil::release);
        ctx.fireChannelInactive();
    }

    /** Whether the last response is complete, and the client may still be sending the request: its end is missing or unknown. */
    boolean isAnsweredBeforeItsEnd() {
        return !answering && (refusal != null || dropping || (receiving && unanswered <= 0));
    }

    /** Whether the message is to be dropped: it follows a refused or the last request, or belongs to an answered one. */
    private boolean isNobodys(Object msg) {
        if (answeredEarly && refusal == null) {
            answeredEarly = !(msg instanceof LastHttpContent);
            deadline.messageEnded();
            return true;
        }
        return refusal != null || dropping;
    }

    private boolean tryAdmit(ChannelHandlerContext ctx, HttpRequest request) {
        deadline.headArrived();
        if (closing) {
            dropping = true;
            deadline.ignoreRest();
            return false;
        }
        RequestHeadPolicy.normalize(request);
        var refused = RequestHeadPolicy.refusal(request);
        if (refused.isPresent()) {
            refuse(ctx, refused.get());
            return false;
        }
        request.setUri(TargetEncoding.encoded(request.uri()));
        if (isAnsweredEarly(request)) {
            answeredEarly = true;
            encoder.answered();
            return false;
        }
        unanswered++;
        takeOverClosing(request);
        receiving = HttpUtil.isContentLengthSet(request) || HttpUtil.isTransferEncodingChunked(request);
        watchContent(ctx);
        return true;
    }

    /**
     * After a request that ends the connection, the server behind this handler drops the requests waiting for their turn, and
     * that request itself while it waits. Therefore the end is hidden from it, also that of HTTP/1.0, and this handler closes the
     * connection after the response to that last request. Other names in the field still apply to this connection only.
     */
    private void takeOverClosing(HttpRequest request) {
        if (!HttpUtil.isKeepAlive(request)) {
            closing = true;
            List<String> options = request.headers().getAll(HttpHeaderNames.CONNECTION).stream()
                    .flatMap(line -> Arrays.stream(line.split(",")))
                    .map(String::trim)
                    .filter(option -> !option.isEmpty() && !HttpHeaderValues.CLOSE.contentEqualsIgnoreCase(option))
                    .collect(Collectors.toCollection(ArrayList::new));
            if (!request.protocolVersion().isKeepAliveDefault()) {
                options.add(HttpHeaderValues.KEEP_ALIVE.toString());
            }
            if (options.isEmpty()) {
                request.headers().remove(HttpHeaderNames.CONNECTION);
            } else {
                request.headers().set(HttpHeaderNames.CONNECTION, String.join(", ", options));
            }
        }
    }

    /** Once a request is the next to be answered, its content must keep arriving; once it is answered, the rest is limited. */
    private void watchContent(ChannelHandlerContext ctx) {
        if (receiving && unanswered == 1 && ctx.pipeline().get(PAUSE) == null) {
            ctx.pipeline()
                    .addAfter(ctx.name(), PAUSE, new RequestBodyIdleTimeout(requestBodyIdleTimeout, () -> end(ctx)));
        } else if (unanswered <= 0 && ctx.pipeline().get(PAUSE) instanceof RequestBodyIdleTimeout missing) {
            missing.answered(ctx);
        }
    }

    /** Ends the connection behind the response that has been written. */
    private void end(ChannelHandlerContext ctx) {
        closing = true;
        dropping = true;
        ctx.channel().config().setAutoRead(false);
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    private void unwatchContent(ChannelHandlerContext ctx) {
        if (receiving) {
            receiving = false;
            if (ctx.pipeline().get(PAUSE) != null) {
                ctx.pipeline().remove(PAUSE);
            }
        }
    }

    private boolean isAnsweredEarly(HttpRequest request) {
        return early != null && early.tryAnswer(request, isIdle() && RequestHeadPolicy.isPlain(request));
    }

    /** Returns the number of the request that is answered next; threads at work on it may call this. */
    int currentRequest() {
        return answered.get();
    }

    /** Sends an interim response to the request with this number, from any thread, unless it has been answered. */
    void passOn(Channel client, int request, FullHttpResponse response) {
        interimResponses.add(new InterimResponse(request, response));
        client.eventLoop()
                .execute(() -> Optional.ofNullable(client.pipeline().context(this))
                        .ifPresent(ctx -> {
                            writeInterimResponses(ctx);
                            ctx.flush();
                        }));
    }

    private void writeInterimResponses(ChannelHandlerContext ctx) {
        for (var next = interimResponses.poll(); next != null; next = interimResponses.poll()) {
            next.write(ctx, !answering && unanswered > 0 && next.request() == answered.get());
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        if (unframed || (msg instanceof HttpResponse head && !ResponseLength.isDefinite(head.headers()))) {
            withhold(ctx, msg, promise);
            return;
        }
        if (msg instanceof HttpResponse response) {
            writeInterimResponses(ctx);
            toOwnVersion(response);
            interim = response.status().codeClass() == HttpStatusClass.INFORMATIONAL && !isSwitchingProtocols(response);
            answering = !interim;
            if (response.status().equals(HttpResponseStatus.NOT_MODIFIED)) {
                response.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
            }
            if (closing && unanswered == 1 && !interim && !isSwitchingProtocols(response)) {
                HttpUtil.setKeepAlive(response, false);
            }
            last |= !interim && (isSwitchingProtocols(response) || !HttpUtil.isKeepAlive(response));
        }
        boolean end = closing && unanswered == 1 && !interim && msg instanceof LastHttpContent;
        ctx.write(msg, end ? promise.unvoid().addListener(ChannelFutureListener.CLOSE) : promise);
        if (encoder.endsByClosing()) {
            last = true;
            closing = true;
        }
        answering &= !(msg instanceof LastHttpContent);
        if (msg instanceof LastHttpContent && !interim) {
            unanswered--;
            answered.incrementAndGet();
            watchContent(ctx);
            if (unanswered <= 0 && refusal != null && !last) {
                answer(ctx, refusal);
            }
        }
    }

    /** A receiver must not guess where a response ends: it would misread all octets that follow. */
    private void withhold(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        ReferenceCountUtil.release(msg);
        if (!unframed) {
            unframed = true;
            log.error("A response has no definite length. The client gets 500 instead.");
            answer(ctx, UNFRAMED);
        }
        promise.tryFailure(new IOException("The response has no definite length."));
    }

    /**
     * RFC 9110 6.2: a response is in the highest known version, whatever that of its request. One that ends its connection by its
     * version says so then.
     */
    private static void toOwnVersion(HttpResponse response) {
        if (!response.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            boolean last = !HttpUtil.isKeepAlive(response);
            response.setProtocolVersion(HttpVersion.HTTP_1_1);
            if (last) {
                HttpUtil.setKeepAlive(response, false);
            }
        }
    }

    private static boolean isSwitchingProtocols(HttpResponse response) {
        return response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
    }

    /** Malformed content ends its request: with a problem detail, unless a response is in progress. */
    private void breakOff(ChannelHandlerContext ctx) {
        if (holding) {
            handOver(ReferenceCountUtil::release);
            unwatchContent(ctx);
            unanswered--;
            refuse(ctx, BAD_CONTENT);
            return;
        }
        refusal = BAD_CONTENT;
        if (answering || unanswered > 1) {
            ctx.close();
        } else if (unanswered <= 0) {
            end(ctx);
        } else {
            answer(ctx, BAD_CONTENT);
        }
    }

    private void refuse(ChannelHandlerContext ctx, Refusal refused) {
        refusal = refused;
        deadline.ignoreRest();
        if (unanswered <= 0) {
            answer(ctx, refused);
        }
    }

    private static void answer(ChannelHandlerContext ctx, Refusal refusal) {
        byte[] body = ProblemJson.json(refusal.status().code(), refusal.status().reasonPhrase(), refusal.detail())
                .getBytes(StandardCharsets.UTF_8);
        var response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, refusal.status(), Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, ProblemJson.MEDIA_TYPE)
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
}
