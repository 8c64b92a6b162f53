package dev.larder.gateway.connection;

import dev.larder.http.ClientConnection;
import dev.larder.http.RequestHeadPolicy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.timeout.ReadTimeoutException;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Located behind the request policy of one HTTP/1.1 client connection, or behind the codec of one HTTP/2 stream, which has one
 * request. Carries out the exchanges of those requests that its {@link ConnectionTask.Factory} accepts, and leaves all others
 * to the server behind.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>entered when</th><th>a message of the client</th></tr>
 * <tr><td>idle</td><td>no request is unanswered</td><td>is gathered until the request is complete, which begins an exchange; or
 * passes</td></tr>
 * <tr><td>receiving</td><td>content of its request is missing: an exchange has begun, or is over already</td><td>is content, up to
 * its end</td></tr>
 * <tr><td>exchanging</td><td>an exchange has begun</td><td>waits for its end</td></tr>
 * <tr><td>serving</td><td>the server behind has a request</td><td>passes: the server keeps the order</td></tr>
 * <tr><td>closing</td><td>a final response ends the connection</td><td>is discarded from the next request on (RFC 9112 9.6)</td></tr>
 * </table>
 *
 * <p>While it exchanges, the connection reads by itself: nothing is read on demand, and reading stops only while pipelined
 * requests wait, or the origin takes no more content. The server behind reads on demand.
 */
final class ConnectionExchangeHandler extends ChannelDuplexHandler {

    private static final Logger log = LoggerFactory.getLogger(ConnectionExchangeHandler.class);

    private final ConnectionTask.Factory exchanges;
    private final ServerListener listener;
    private final Queue<Object> waiting = new ArrayDeque<>();
    private final Queue<Object> gathered = new ArrayDeque<>();
    private @Nullable ConnectionTask exchange;
    private @Nullable ConnectionContent content;
    private boolean beginning;
    private boolean receiving;
    private boolean closing;
    private int served;
    private int number;
    private @Nullable Throwable failure;

    ConnectionExchangeHandler(ConnectionTask.Factory exchanges, ServerListener listener) {
        this.exchanges = exchanges;
        this.listener = listener;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (content != null) {
            receive(ctx, msg);
            contentReceived(ctx);
        } else if (exchange != null || !waiting.isEmpty() || isHeld(ctx, msg)) {
            waiting.add(msg);
            read(ctx, false);
        } else {
            receive(ctx, msg);
        }
    }

    /** Returns whether the client has to read responses before this next request is begun, or may not expect another response. */
    private boolean isHeld(ChannelHandlerContext ctx, Object msg) {
        return (closing && msg instanceof HttpRequest)
                || (served == 0 && gathered.isEmpty() && !ctx.channel().isWritable());
    }

    /** The server behind may answer at once: what its response sets off must not receive the next message in the middle of this. */
    private void receive(ChannelHandlerContext ctx, Object msg) {
        receiving = true;
        try {
            if (content != null) {
                receiveContent(content, msg);
            } else {
                gatherOrPass(ctx, msg);
            }
        } finally {
            receiving = false;
        }
    }

    private void gatherOrPass(ChannelHandlerContext ctx, Object msg) {
        if (!gathered.isEmpty()) {
            gathered.add(msg);
        } else if (msg instanceof HttpRequest request && served == 0 && isPlain(ctx, request)) {
            gathered.add(msg);
        } else {
            pass(ctx, msg);
            return;
        }
        HttpRequest request = (HttpRequest) Objects.requireNonNull(gathered.peek());
        if (RequestContentPolicy.isStreamed(request)) {
            receiveRest(ctx, request);
        } else if (msg instanceof LastHttpContent) {
            begin(ctx, request);
        }
    }

    /** A stream has one request, whose content the server behind takes as it comes. */
    private static void read(ChannelHandlerContext ctx, boolean byItself) {
        if (!(ctx.channel() instanceof Http2StreamChannel)) {
            ctx.channel().config().setAutoRead(byItself);
        }
    }

    /** The server behind refuses what a stream must not ask for; requests of a connection have passed the request policy. */
    private boolean isPlain(ChannelHandlerContext ctx, HttpRequest request) {
        return exchanges.isPlain(request)
                && (!(ctx.channel() instanceof Http2StreamChannel)
                        || (!RequestContentPolicy.isStreamed(request) && RequestHeadPolicy.accepts(request)));
    }

    private void pass(ChannelHandlerContext ctx, Object msg) {
        if (msg instanceof HttpRequest) {
            served++;
            read(ctx, false);
        }
        ctx.fireChannelRead(msg);
    }

    /** What has been gathered is a complete request. */
    private void begin(ChannelHandlerContext ctx, HttpRequest request) {
        ByteBuf whole = ConnectionContent.copy(gathered, ctx.alloc());
        ConnectionTask next = prepare(ctx, request, whole, null);
        if (next == null) {
            whole.release();
            passGathered(ctx);
            return;
        }
        drop(gathered);
        if (begin(ctx, next) && waiting.isEmpty()) {
            read(ctx, true);
        }
    }

    /** What has been gathered is the beginning of a request. */
    private void receiveRest(ChannelHandlerContext ctx, HttpRequest request) {
        var arriving = new ConnectionContent(ctx.channel());
        ConnectionTask next = prepare(ctx, request, Unpooled.EMPTY_BUFFER, arriving);
        if (next == null) {
            passGathered(ctx);
            return;
        }
        gathered.remove();
        Queue<Object> parts = new ArrayDeque<>(gathered);
        gathered.clear();
        content = arriving;
        if (!begin(ctx, next)) {
            arriving.drop();
        }
        parts.forEach(part -> receiveContent(arriving, part));
    }

    private void receiveContent(ConnectionContent arriving, Object msg) {
        if (msg instanceof LastHttpContent) {
            content = null;
        }
        arriving.receive((HttpContent) msg);
    }

    private void contentReceived(ChannelHandlerContext ctx) {
        if (content != null) {
            return;
        }
        if (exchange == null) {
            goOn(ctx);
        }
        if (served > 0) {
            // What the server behind has asked for was content.
            read(ctx, false);
            ctx.read();
        } else if (content == null && waiting.isEmpty()) {
            read(ctx, true);
        }
    }

    private boolean begin(ChannelHandlerContext ctx, ConnectionTask next) {
        exchange = next;
        ClientConnection.suspendIdleTimeout(ctx.pipeline());
        boolean begun = begin(next);
        if (!begun) {
            ctx.close();
        }
        return begun;
    }

    /** Begins an exchange; returns false after a fault, which leaves it without a response. */
    private boolean begin(ConnectionTask next) {
        beginning = true;
        try {
            next.begin();
            return true;
        } catch (RuntimeException fault) {
            log.error("A request could not be carried out at its connection.", fault);
            return false;
        } finally {
            beginning = false;
        }
    }

    private void passGathered(ChannelHandlerContext ctx) {
        for (Object msg = gathered.poll(); msg != null; msg = gathered.poll()) {
            pass(ctx, msg);
        }
    }

    /** Content has not arrived with its head. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        beginOrPassGathered(ctx);
        ctx.fireChannelReadComplete();
    }

    private void beginOrPassGathered(ChannelHandlerContext ctx) {
        if (gathered.peek() instanceof HttpRequest request
                && RequestContentPolicy.isAllowedLate(request)
                && !(ctx.channel() instanceof Http2StreamChannel)) {
            receiveRest(ctx, request);
        } else {
            passGathered(ctx);
        }
    }

    private @Nullable ConnectionTask prepare(
            ChannelHandlerContext ctx, HttpRequest request, ByteBuf whole, @Nullable ConnectionContent arriving) {
        int mine = ++number;
        try {
            return exchanges.prepare(request, whole, arriving, ctx, listener, new ConnectionTask.Completion() {

                @Override
                public void complete(boolean last) {
                    over(ctx, mine, () -> closing |= last);
                }

                @Override
                public void fail(Throwable error) {
                    ctx.executor().execute(() -> over(ctx, mine, () -> passFailed(ctx, request, error)));
                }
            });
        } catch (RuntimeException fault) {
            log.debug("A request is not forwarded at its connection.", fault);
            return null;
        }
    }

    /**
     * An exchange has ended.
     *
     * @param rest what remains to be done for its request
     */
    private void over(ChannelHandlerContext ctx, int which, Runnable rest) {
        ConnectionTask ended = exchange;
        if (which != number || ended == null) {
            return;
        }
        exchange = null;
        try {
            ended.ended();
        } finally {
            ClientConnection.resumeIdleTimeout(ctx.pipeline());
            rest.run();
            if (content != null) {
                content.drop();
            }
            exchanges.release();
            if (!beginning) {
                goOn(ctx);
            }
        }
    }

    /** The server behind does not need the content of a request that fails. */
    private void passFailed(ChannelHandlerContext ctx, HttpRequest request, Throwable error) {
        failure = error;
        receiving = true;
        try {
            pass(ctx, request);
            pass(ctx, LastHttpContent.EMPTY_LAST_CONTENT);
        } finally {
            receiving = false;
        }
        ctx.fireChannelReadComplete();
    }

    /** Returns why the request that the server behind answers has failed at this connection; null if it has not. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    private void goOn(ChannelHandlerContext ctx) {
        if (receiving) {
            return;
        }
        while (!waiting.isEmpty() && (content != null || (exchange == null && !isHeld(ctx, waiting.peek())))) {
            receive(ctx, waiting.remove());
        }
        if (waiting.isEmpty()) {
            beginOrPassGathered(ctx);
            if (served == 0 && content == null) {
                read(ctx, true);
            }
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        if (msg instanceof LastHttpContent && !isInterim(msg)) {
            served--;
            failure = null;
        }
        closing |= msg instanceof HttpResponse response && !isInterim(msg) && !HttpUtil.isKeepAlive(response);
        ctx.write(msg, promise);
        if (isUpgrade(msg)) {
            // What follows is not HTTP/1.1, and the server behind reads it as it likes.
            waiting.forEach(ctx::fireChannelRead);
            waiting.clear();
            ctx.pipeline().remove(this);
        }
    }

    private static boolean isInterim(Object msg) {
        return msg instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL
                && !isUpgrade(msg);
    }

    private static boolean isUpgrade(Object msg) {
        return msg instanceof HttpResponse response && response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            if (exchange != null) {
                exchange.clientWritable();
            } else {
                goOn(ctx);
            }
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ConnectionTask left = exchange;
        exchange = null;
        try {
            if (left != null) {
                exchanges.release();
                left.clientLeft();
            }
        } finally {
            if (content != null) {
                content.drop();
            }
            drop(gathered);
            drop(waiting);
            ctx.fireChannelInactive();
        }
    }

    /** The connection is closed after the timeout of content: it is answered before. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (content != null && exchange != null && cause instanceof ReadTimeoutException) {
            content.fail(cause);
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    private static void drop(Queue<Object> messages) {
        for (Object msg = messages.poll(); msg != null; msg = messages.poll()) {
            ReferenceCountUtil.release(msg);
        }
    }
}
