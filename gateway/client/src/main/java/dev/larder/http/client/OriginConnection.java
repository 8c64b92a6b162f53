package dev.larder.http.client;

import dev.larder.http.MalformedResponseException;
import dev.larder.http.ResponseReceiver;
import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.ReadTimeoutException;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One connection to an origin. It carries one request at a time (RFC 9112 9.3) and keeps the responses apart: octets that answer
 * no request close the connection, and are never taken for the response to another request.
 *
 * <table>
 * <caption>States and events; all of them on the event loop of the channel</caption>
 * <tr><th>state</th><th>octets arrive</th><th>the connection ends</th><th>sweep</th><th>abandon</th></tr>
 * <tr><td>idle: no call</td><td>close</td><td>leave the pool</td><td>close if idle or old for too long</td><td>-</td></tr>
 * <tr><td>awaiting: a call, no octet</td><td>answering</td><td>repeat the request if the connection was used before and the
 * request allows, otherwise fail</td><td>fail if the head is late</td><td>close</td></tr>
 * <tr><td>answering: a call, {@link ResponseProgress#BEGUN} or more</td><td>deliver; at the end of the message idle or close</td><td>end of a
 * message that the close delimits (RFC 9112 6.3), otherwise fail</td><td>fail if the head is late, or the next part and the
 * call is not paused</td><td>close</td></tr>
 * <tr><td>closing</td><td>discard</td><td>leave the pool</td><td>-</td><td>-</td></tr>
 * </table>
 *
 * <p>The decoded messages of one read are collected, and delivered when all of them are known: the head then tells whether the
 * whole message is at hand. A connection returns to the pool when nothing is left to be read at the moment ({@link
 * #channelReadComplete}): surplus octets that have come with the response are not read as the response to another request. What the end
 * of a response sets off, as the next request of its client, does not find this connection free yet; its share is free.
 */
final class OriginConnection extends ChannelInboundHandlerAdapter
        implements ResponseReceiver, PooledConnection, RequestCarrier {

    private final Channel channel;
    private final OriginClientSettings settings;
    private final ConnectionOwner pool;
    private final long openedAt;
    private final DecodedMessages read = new DecodedMessages();
    private @Nullable PooledCall call;
    private Life life = Life.OPEN;
    private ResponseProgress progress = ResponseProgress.AWAITED;
    private boolean used;
    private int interims;
    private long since;

    /** LAST: no request follows. END_ANNOUNCED: nor do octets, as told over TLS. RETURNING: a response is complete, a read is not. */
    private enum Life {
        OPEN,
        LAST,
        END_ANNOUNCED,
        RETURNING,
        CLOSING
    }

    OriginConnection(Channel channel, OriginClientSettings settings, ConnectionOwner pool) {
        this.channel = channel;
        this.settings = settings;
        this.pool = pool;
        this.openedAt = pool.now();
        this.since = openedAt;
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public boolean isOpen() {
        return life != Life.CLOSING && channel.isActive();
    }

    @Override
    public boolean isUsable(long now) {
        return isOpen() && settings.pool().mayReuse(now - since, now - openedAt);
    }

    @Override
    public boolean begin(PooledCall next) {
        if (next.isOver()) {
            return false;
        }
        ByteBuf head;
        try {
            head = RequestHeadEncoder.encode(channel.alloc(), next.request());
        } catch (IllegalArgumentException malformed) {
            next.fail(malformed);
            return false;
        }
        if (!next.announce()) {
            head.release();
            return false;
        }
        call = next;
        progress = ResponseProgress.AWAITED;
        interims = 0;
        write(next, head);
        return true;
    }

    private void write(PooledCall next, ByteBuf head) {
        since = pool.now();
        if (next.isSent()) {
            next.sendOn(this);
            channel.writeAndFlush(head, channel.voidPromise());
        } else {
            channel.write(head, channel.voidPromise());
            next.sendOn(this);
            channel.eventLoop().execute(channel::flush);
        }
        if (!channel.isActive()) {
            ended();
        }
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public void send(ByteBuf piece, boolean last) {
        if (last) {
            writeLast(piece);
            return;
        }
        contentSent();
        if (call != null && call.request().content() == OriginRequest.CHUNKED) {
            ContentChunk.writeAndFlush(channel, piece);
        } else {
            channel.writeAndFlush(piece, channel.voidPromise());
        }
    }

    @Override
    public void sendEnd(HeaderFields trailers) {
        try {
            writeLast(ContentChunk.last(channel.alloc(), trailers));
        } catch (IllegalArgumentException malformed) {
            fail(malformed);
        }
    }

    /** Writes the last octets of the current request. */
    private void writeLast(ByteBuf octets) {
        PooledCall sender = call;
        channel.writeAndFlush(octets).addListener((ChannelFuture sent) -> {
            if (sender == call && !sent.isSuccess()) {
                ended();
            } else if (sender != null && sender == call) {
                sender.sent();
                contentSent();
            }
        });
    }

    /** What waits in buffers counts as sent. */
    private void contentSent() {
        if (call != null && progress != ResponseProgress.HEAD && !call.request().timeoutIncludesContent()) {
            since = pool.now();
        }
    }

    @Override
    public void setReading(boolean reading) {
        channel.config().setAutoRead(reading);
    }

    @Override
    public void resumed() {
        if (progress == ResponseProgress.HEAD) {
            since = pool.now();
        }
    }

    @Override
    public boolean isAnswerToHead() {
        return call != null && call.request().method().equals("HEAD");
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (call != null && msg instanceof HttpObject object) {
            read.add(object);
        } else {
            ReferenceCountUtil.release(msg);
        }
    }

    @Override
    public void decoded(boolean surplus) {
        if (call == null) {
            close();
        } else {
            progress = progress == ResponseProgress.HEAD ? progress : ResponseProgress.BEGUN;
            deliver(surplus);
        }
    }

    /** Delivers what has been read, up to the end of the response; the rest answers no request. */
    private void deliver(boolean surplus) {
        long arrival = pool.now();
        PooledCall receiver = call;
        boolean atHand = !surplus && read.isEnded();
        while (receiver != null && call == receiver && !read.isEmpty()) {
            HttpObject object = read.take();
            if (object.decoderResult().isFailure()) {
                ReferenceCountUtil.release(object);
                fail(MalformedResponseException.of(object.decoderResult().cause()));
            } else if (object instanceof HttpResponse head) {
                receive(receiver, head, atHand);
            } else if (object instanceof HttpContent content) {
                receive(receiver, content, surplus || !read.isEmpty());
            }
        }
        if (receiver != null && call == receiver) {
            read.discard();
            since = progress == ResponseProgress.HEAD ? arrival : since;
        }
    }

    private void receive(PooledCall receiver, HttpResponse response, boolean atHand) {
        if (ResponseHeadDecoder.isMeaningless(response)) {
            fail(new MalformedResponseException());
        } else if (!ResponseHeadDecoder.isInterim(response)) {
            progress = ResponseProgress.HEAD;
            life = life == Life.OPEN && !ResponseHeadDecoder.isPersistent(response) ? Life.LAST : life;
            receiver.head(ResponseHeadDecoder.head(response), atHand);
        } else if (++interims <= MAX_INTERIM) {
            receiver.interim(ResponseHeadDecoder.head(response));
        } else {
            fail(new MalformedResponseException("The origin sent too many interim responses."));
        }
    }

    /** What comes before the head is the end of an interim response. */
    private void receive(PooledCall receiver, HttpContent content, boolean more) {
        boolean ofResponse = progress == ResponseProgress.HEAD;
        if (ofResponse && content.content().isReadable()) {
            receiver.data(content.content());
        } else {
            content.release();
        }
        if (ofResponse && call == receiver && content instanceof LastHttpContent last) {
            complete(receiver, ResponseHeadDecoder.fields(last.trailingHeaders()), more);
        }
    }

    private void complete(PooledCall answeredCall, HeaderFields trailers, boolean more) {
        call = null;
        used = true;
        read.discard();
        if (life == Life.OPEN && answeredCall.isSent() && !more && channel.isActive()) {
            setReading(true);
            since = pool.now();
            life = Life.RETURNING;
        } else {
            close();
        }
        answeredCall.end(trailers);
    }

    /** Nothing more has arrived with the end of the response: the connection is free. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (life == Life.RETURNING) {
            life = Life.OPEN;
            pool.offer(this);
        }
        if (call != null) {
            call.received();
        }
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (call != null) {
            call.writable();
        }
        ctx.fireChannelWritabilityChanged();
    }

    /** RFC 9112 9.8: over TLS, only an alert tells that the origin and not an attacker has ended the content. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslCloseCompletionEvent closed && closed.isSuccess()) {
            if (call == null) {
                close();
            } else if (life != Life.CLOSING) {
                life = Life.END_ANNOUNCED;
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    /** What the decoder has passed on since the last read is completed by the end of the connection, or broken off by it. */
    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        read.endByClose(life == Life.END_ANNOUNCED || ctx.pipeline().get(SslHandler.class) == null);
        deliver(false);
        ended();
        pool.onClose(this);
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException || cause instanceof DecoderException) {
            ended();
        } else {
            fail(cause);
        }
    }

    /** The connection has ended, or is to be regarded as such. */
    private void ended() {
        PooledCall broken = detach();
        if (broken != null && used && progress == ResponseProgress.AWAITED && broken.isRepeatable()) {
            broken.disconnected();
            pool.repeat(broken, this);
        } else if (broken != null) {
            broken.breakOff(progress);
        }
    }

    @Override
    public void fail(Throwable error) {
        PooledCall failed = detach();
        if (failed != null) {
            failed.fail(error);
        }
    }

    @Override
    public void abandon(OriginCall abandoned) {
        if (call == abandoned) {
            detach();
        }
    }

    private @Nullable PooledCall detach() {
        PooledCall current = call;
        call = null;
        close();
        return current;
    }

    /** A request on the connection must have been detached. */
    @Override
    public void close() {
        life = Life.CLOSING;
        read.discard();
        channel.close();
    }

    @Override
    public void sweep(long now) {
        if (call == null && !isUsable(now)) {
            close();
        } else if (call != null && call.isLate(settings, progress, now - since)) {
            fail(ReadTimeoutException.INSTANCE);
        }
    }
}
