package dev.larder.gateway.connection;

import dev.larder.gateway.message.ClientPort;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The client of an exchange at its HTTP/1.1 connection (RFC 9112), or its HTTP/2 stream, whose codec leaves out what delimits
 * messages of HTTP/1.1. Confined to the connection's event loop.
 */
final class ConnectionClient implements ClientPort {

    private static final HttpHeadersFactory FIELDS =
            DefaultHttpHeadersFactory.headersFactory().withValidation(false);
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final ChannelHandlerContext context;
    private final Heads heads;
    private final UnaryOperator<ResponseHead> hints;
    private final Ended ended;

    private enum Response {
        UNDER_WAY,
        /** The exchange has failed: what is sent is a problem. */
        PROBLEM,
        COMPLETE,
        INCOMPLETE
    }

    /** Heads as the client gets them. */
    interface Heads {

        /**
         * Returns the head that is sent.
         *
         * @param failed whether it is that of a problem, as the exchange has failed
         */
        ResponseHead sent(ResponseHead head, boolean failed);
    }

    /** Is told once how the response has ended. */
    interface Ended {

        /**
         * The response is complete.
         *
         * @param last whether it is the last of its connection
         */
        void complete(int status, boolean last);

        /**
         * The response is not complete, and will not be.
         *
         * @param status zero if no head has been sent
         * @param error simple name of what has broken it off; {@link RouteMeters#NO_ERROR} if its client has left
         */
        void incomplete(int status, String error);
    }

    private final ChannelFutureListener closed = channel -> runAtEnd();
    private List<Runnable> atEnd = List.of();
    private Response response = Response.UNDER_WAY;
    private boolean hinted;
    private int status;

    /**
     * @param heads returns the head as the client gets it, when it is about to be sent
     * @param hints returns early hints as the client may get them; without fields if it must not get any
     */
    ConnectionClient(ChannelHandlerContext context, Heads heads, UnaryOperator<ResponseHead> hints, Ended ended) {
        this.context = context;
        this.heads = heads;
        this.hints = hints;
        this.ended = ended;
    }

    /** Clients of HTTP/2 get none by way of routes either; some take the first head for the last. */
    @Override
    public void interim(ResponseHead head) {
        if (!isStream()) {
            write(head);
        }
    }

    private void write(ResponseHead head) {
        var interim = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(head.status()),
                Unpooled.EMPTY_BUFFER,
                fields(head),
                EmptyHttpHeaders.INSTANCE);
        interim.headers().remove(HttpHeaderNames.CONNECTION).remove(HttpHeaderNames.CONTENT_LENGTH);
        interim.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
        context.writeAndFlush(interim, context.voidPromise());
    }

    /** A request that is made again gets no second hint. */
    @Override
    public void hint(ResponseHead head) {
        if (!hinted && status == 0) {
            hinted = true;
            ResponseHead allowed = hints.apply(head);
            if (allowed.fields().size() > 0) {
                write(allowed);
            }
        }
    }

    /** A failure passes by what the filters of a route do with responses, but for that of the client, which is answered. */
    @Override
    public boolean tryHandleError(Throwable error) {
        if (response == Response.UNDER_WAY && !GatewayProblem.isOfClient(error)) {
            response = Response.PROBLEM;
        }
        return false;
    }

    @Override
    public void send(ResponseHead head, List<ByteBuffer> content) {
        send(
                head,
                content.isEmpty() ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(content.toArray(ByteBuffer[]::new)));
    }

    @Override
    public void send(ResponseHead head, ByteBuf octets) {
        status = head.status();
        HttpHeaders fields;
        try {
            fields = framed(heads.sent(head, response == Response.PROBLEM));
        } catch (RuntimeException fault) {
            octets.release();
            context.close();
            throw fault;
        }
        var whole = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(head.status()),
                octets,
                fields,
                EmptyHttpHeaders.INSTANCE);
        if (HttpUtil.isKeepAlive(whole)) {
            finish(whole);
        } else {
            context.writeAndFlush(whole).addListener(ChannelFutureListener.CLOSE);
            complete(true);
        }
    }

    @Override
    public void head(ResponseHead head) {
        status = head.status();
        HttpHeaders fields = framed(heads.sent(head, response == Response.PROBLEM));
        context.write(
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(head.status()), fields),
                context.voidPromise());
    }

    @Override
    public void data(ByteBuf octets) {
        context.write(new DefaultHttpContent(octets), context.voidPromise());
    }

    @Override
    public void flush() {
        context.flush();
    }

    @Override
    public void end() {
        finish(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    @Override
    public boolean canSendFiles() {
        return !ServerListener.isSecure(context.channel()) && !isStream();
    }

    /** The file is sent as the client reads; until then, no other response may follow, as files do not count as waiting. */
    @Override
    public void sendFile(ResponseHead head, Path file, ByteRange part) {
        head(head);
        context.write(new DefaultFileRegion(file.toFile(), part.first(), part.length()), context.voidPromise());
        completeWith(context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
    }

    private void completeWith(ChannelFuture last) {
        last.addListener(sent -> {
            if (sent.isSuccess()) {
                complete(false);
            } else {
                if (sent.cause() instanceof ClosedChannelException) {
                    abandoned();
                }
                breakOff(sent.cause());
            }
        });
    }

    /** The response is over when it is complete, or its connection is closed. */
    @Override
    public void atEnd(Runnable action) {
        if (response == Response.COMPLETE) {
            action.run();
        } else if (atEnd.isEmpty()) {
            atEnd = new ArrayList<>(List.of(action));
            context.channel().closeFuture().addListener(closed);
        } else {
            atEnd.add(action);
        }
    }

    private void runAtEnd() {
        List<Runnable> actions = atEnd;
        if (!actions.isEmpty()) {
            atEnd = List.of();
            context.channel().closeFuture().removeListener(closed);
            actions.forEach(Runnable::run);
        }
    }

    /** What a stream sends may wait for its window long after it was written. */
    private void finish(Object last) {
        if (isStream()) {
            completeWith(context.writeAndFlush(last));
        } else {
            context.writeAndFlush(last, context.voidPromise());
            complete(false);
        }
    }

    private boolean isStream() {
        return context.channel() instanceof Http2StreamChannel;
    }

    private void complete(boolean last) {
        response = Response.COMPLETE;
        runAtEnd();
        ended.complete(status, last);
    }

    @Override
    public void abandoned() {
        incomplete(RouteMeters.NO_ERROR);
    }

    private void incomplete(String error) {
        if (response == Response.UNDER_WAY || response == Response.PROBLEM) {
            response = Response.INCOMPLETE;
            ended.incomplete(status, error);
        }
    }

    @Override
    public void breakOff(Throwable error) {
        incomplete(error.getClass().getSimpleName());
        context.flush();
        context.close();
    }

    @Override
    public boolean isWritable() {
        return context.channel().isWritable();
    }

    /** Content of unknown length is sent in chunks, or would be in response to GET (RFC 9112 6.1). */
    private static HttpHeaders framed(ResponseHead head) {
        HttpHeaders fields = fields(head);
        if (head.status() != NO_CONTENT
                && head.status() != NOT_MODIFIED
                && !fields.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            fields.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        return fields;
    }

    private static HttpHeaders fields(ResponseHead head) {
        HttpHeaders fields = FIELDS.newHeaders();
        for (HeaderField field : head.fields()) {
            fields.add(field.name(), field.value());
        }
        return fields;
    }
}
