package dev.larder.http.client;

import dev.larder.http.MalformedResponseException;
import dev.larder.http.OriginFrameGuard;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection to an origin, which carries several requests at a time.
 *
 * <table>
 * <caption>States and events; all of them on the event loop of the channel</caption>
 * <tr><th>state</th><th>requests</th><th>left by</th></tr>
 * <tr><td>unsettled</td><td>one, until the SETTINGS of the origin tell how many there may be</td><td>SETTINGS; closed without
 * them after the connect timeout</td></tr>
 * <tr><td>settled</td><td>as many as the origin and {@link #MAX_STREAMS} allow</td><td>closed if idle or old for too long, or by
 * {@link PingTimeout}</td></tr>
 * <tr><td>retired: GOAWAY, a refused stream, a silent origin, or {@link StreamContext#MAX_RESETS}</td><td>those that it carries</td><td>closed
 * after the last of them</td></tr>
 * <tr><td>closing</td><td>none</td><td>leave the pool</td></tr>
 * </table>
 */
final class MultiplexedConnection extends Http2ConnectionHandler implements PooledConnection {

    /** Maximum requests at a time, even if the origin allows more: each may make the gateway hold a window of content. */
    static final int MAX_STREAMS = 250;

    private final Channel channel;
    private final OriginClientSettings settings;
    private final ConnectionOwner pool;
    private final OriginFrameGuard frames;
    private final long openedAt;
    private final MultiplexedStreams streams = new MultiplexedStreams(this::settle, this::retire);
    private final FlowControlledContent content = new FlowControlledContent(this);
    private final PingTimeout pings = new PingTimeout();
    private final StreamContext shared;
    private Life life = Life.OPEN;
    private boolean settled;
    private boolean relieving;
    private long idleSince;

    /** Whether the connection accepts requests, only carries those that it has, or none. */
    private enum Life {
        OPEN,
        RETIRED,
        CLOSING
    }

    MultiplexedConnection(
            Http2ConnectionDecoder decoder,
            Http2ConnectionEncoder encoder,
            Http2Settings initialSettings,
            Channel channel,
            OriginClientSettings settings,
            ConnectionOwner pool) {
        super(decoder, encoder, initialSettings);
        this.channel = channel;
        this.settings = settings;
        this.pool = pool;
        this.openedAt = pool.now();
        this.idleSince = openedAt;
        this.shared = new StreamContext(content, settings, pool, this::forget, this::retire);
        Http2Connection connection = encoder.connection();
        this.frames = new OriginFrameGuard(id -> connection.stream(id) != null, FlowControlledContent.WINDOW);
        decoder.frameListener(streams);
        connection.addListener(new ClosedStreams());
        encoder.flowController().listener(changed -> streams.writable(changed.id()));
    }

    /** Returns the handler that must come before this one. */
    OriginFrameGuard frameGuard() {
        return frames;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        super.handlerAdded(ctx);
        content.open(ctx);
    }

    @Override
    public boolean isOpen() {
        return life != Life.CLOSING && channel.isActive();
    }

    private boolean isInUse() {
        return !streams.isEmpty() || connection().numActiveStreams() > 0;
    }

    @Override
    public boolean isUsable(long now) {
        return life == Life.OPEN
                && channel.isActive()
                && maxStreams() > 0
                && connection().local().lastStreamCreated() < Integer.MAX_VALUE - 2
                && settings.pool().mayReuse(isInUse() ? 0 : now - idleSince, now - openedAt);
    }

    @Override
    public boolean isMultiplexed() {
        return true;
    }

    @Override
    public boolean isSettled() {
        return settled;
    }

    @Override
    public boolean hasCapacity(long now) {
        return connection().local().numActiveStreams() < maxStreams() && isUsable(now);
    }

    @Override
    public boolean canSendContent() {
        return content.isTaken();
    }

    private int maxStreams() {
        return settled ? Math.min(MAX_STREAMS, connection().local().maxActiveStreams()) : 1;
    }

    @Override
    public boolean begin(PooledCall next) {
        if (next.isOver()) {
            return false;
        }
        Http2Headers head;
        try {
            head = Http2HeadEncoder.encode(next.request());
        } catch (IllegalArgumentException malformed) {
            next.fail(malformed);
            return false;
        }
        if (!next.announce()) {
            return false;
        }
        int id = connection().local().incrementAndGetNextStreamId();
        var stream = new MultiplexedStream(shared, id, next);
        streams.add(stream);
        boolean whole = next.request().content() == OriginRequest.NO_CONTENT;
        ChannelHandlerContext ctx = content.context();
        encoder().writeHeaders(ctx, id, head, 0, whole, ctx.newPromise()).addListener(sent -> {
            if (!sent.isSuccess()) {
                stream.ended();
            }
        });
        if (streams.get(id) == stream) {
            next.sendOn(stream);
        }
        flush(ctx);
        return true;
    }

    private void forget(int id) {
        streams.remove(id);
        idleSince = pool.now();
        relieve();
    }

    /** Tells the pool that there may be room for another request, as soon as the current event is processed. */
    private void relieve() {
        if (!relieving) {
            relieving = true;
            channel.eventLoop().execute(() -> {
                relieving = false;
                if (life == Life.RETIRED && !isInUse()) {
                    close();
                } else {
                    pool.onCapacity(this, isInUse());
                }
            });
        }
    }

    /** Called when the origin has told its settings. */
    private void settle() {
        settled = true;
        relieve();
    }

    /** Accepts no more requests, and closes the connection after those that it carries. */
    private void retire() {
        if (life == Life.OPEN) {
            life = Life.RETIRED;
            relieve();
        }
    }

    @Override
    public void sweep(long now) {
        Predicate<MultiplexedStream> hasContentBeside = streams::hasContentBeside;
        for (MultiplexedStream stream : streams.all()) {
            // Nothing has been read since the request was sent: the origin may be gone.
            if (stream.sweep(now, hasContentBeside) && stream.readsBefore() == shared.reads()) {
                retire();
            }
        }
        if (isUnsettledForTooLong(now) || (isInUse() ? isDead(now) : !isUsable(now))) {
            close();
        }
    }

    private boolean isDead(long now) {
        PingTimeout.Step step = pings.sweep(now, shared.reads());
        if (step == PingTimeout.Step.PING) {
            ChannelHandlerContext ctx = content.context();
            encoder().writePing(ctx, false, 0, ctx.newPromise());
            flush(ctx);
        }
        return step == PingTimeout.Step.CLOSE;
    }

    private boolean isUnsettledForTooLong(long now) {
        return !settled && OriginClientSettings.isReached(settings.connectTimeout(), now - openedAt);
    }

    @Override
    public void close() {
        life = Life.CLOSING;
        channel.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object octets) throws Exception {
        shared.onRead();
        super.channelRead(ctx, octets);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        streams.readComplete();
        super.channelReadComplete(ctx);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof SslCloseCompletionEvent) {
            close();
        }
        super.userEventTriggered(ctx, event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        life = Life.CLOSING;
        super.channelInactive(ctx);
        streams.all().forEach(MultiplexedStream::ended);
        pool.onClose(this);
    }

    /** An error of the connection ends its requests when it is closed. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
        if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null) {
            super.exceptionCaught(ctx, cause);
        } else {
            close();
        }
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, @Nullable Http2Exception error) {
        life = Life.CLOSING;
        super.onConnectionError(ctx, outbound, cause, error);
    }

    /** The codec has found a response malformed, or could not send a request. */
    @Override
    protected void onStreamError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception.StreamException error) {
        MultiplexedStream stream = streams.get(error.streamId());
        if (stream == null) {
            super.onStreamError(ctx, outbound, cause, error);
        } else if (outbound) {
            stream.fail(new IOException("The request could not be sent.", cause));
        } else {
            stream.malformed(
                    error instanceof Http2Exception.HeaderListSizeException
                            ? MalformedResponseException.tooLarge(error)
                            : MalformedResponseException.of(error));
        }
    }

    /** Frees the place of a stream, whatever has closed it. */
    private final class ClosedStreams extends Http2ConnectionAdapter {

        @Override
        public void onStreamClosed(Http2Stream closed) {
            MultiplexedStream stream = streams.get(closed.id());
            int known = connection().local().lastStreamKnownByPeer();
            if (stream != null && known >= 0 && closed.id() > known) {
                stream.refused();
            } else if (stream != null) {
                stream.ended();
            }
            relieve();
        }
    }
}
