package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http.HttpRequest;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.http.IdleTimeoutHandler;

/**
 * Located before the codec of one client connection. Lets its {@link EarlyResponder} answer the requests it can.
 * Responses to pipelined requests are flushed together; while the client does not read, nothing more is read from it.
 */
final class EarlyResponseHandler extends ChannelDuplexHandler {

    private static final Logger log = LoggerFactory.getLogger(EarlyResponseHandler.class);

    private final EarlyResponder answerer;
    private final BooleanSupplier gateIdle;
    private final ClientDecoder decoder;
    private final HeadDeadline deadline;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ByteBuf undecoded;
    private ByteBuf waiting = Unpooled.EMPTY_BUFFER;
    private boolean answered;

    /**
     * Creates a handler before this decoder.
     *
     * @param gateIdle whether the next request may be answered on receipt
     */
    EarlyResponseHandler(
            EarlyResponder answerer, BooleanSupplier gateIdle, ClientDecoder decoder, HeadDeadline deadline) {
        this.answerer = answerer;
        this.gateIdle = gateIdle;
        this.decoder = decoder;
        this.deadline = deadline;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (!(msg instanceof ByteBuf received)) {
            ctx.fireChannelRead(msg);
        } else if (waiting.isReadable()) {
            waiting = Unpooled.wrappedBuffer(waiting, received);
        } else {
            receive(ctx, received);
        }
    }

    private void receive(ChannelHandlerContext ctx, ByteBuf received) {
        boolean more = received.isReadable() && isBetweenMessages();
        while (more) {
            if (!ctx.channel().isWritable()) {
                // Whoever reads without demand would read on: nobody behind sees these octets.
                ctx.channel().config().setAutoRead(false);
                waiting = received;
                deadline.park();
                return;
            }
            int octets = answer(ctx, received);
            received.skipBytes(octets);
            answered |= octets > 0;
            more = octets > 0 && received.isReadable();
            if (octets > 0) {
                deadline.headAnswered();
            }
        }
        if (!received.isReadable()) {
            received.release();
        } else if (isBetweenMessages()) {
            decode(ctx, received);
        } else {
            ctx.fireChannelRead(received);
        }
    }

    /** After a fault of the responder the request takes the regular path. */
    private int answer(ChannelHandlerContext ctx, ByteBuf received) {
        try {
            return answerer.answer(received, ctx);
        } catch (RuntimeException | OutOfMemoryError fault) {
            log.debug("No early answer.", fault);
            return 0;
        }
    }

    /** The decoder releases the data it has read before it passes on the last message in it. */
    private void decode(ChannelHandlerContext ctx, ByteBuf received) {
        ByteBuf kept = received.retainedSlice();
        undecoded = kept;
        try {
            ctx.fireChannelRead(received);
        } finally {
            undecoded = null;
            kept.release();
        }
    }

    private boolean isBetweenMessages() {
        return gateIdle.getAsBoolean() && deadline.isBetweenMessages() && !decoder.hasUndecodedOctets();
    }

    /**
     * Answers a request that the policy handler would let pass. Must be called for every request, because the octets
     * are only available for the first one of a read.
     *
     * @param permitted whether it may be answered early
     * @return whether it was answered
     */
    boolean tryAnswer(HttpRequest request, boolean permitted) {
        ByteBuf octets = undecoded;
        undecoded = null;
        boolean now =
                permitted && context != null && context.channel().isWritable() && tryAnswer(request, octets, context);
        answered |= now;
        return now;
    }

    private boolean tryAnswer(HttpRequest request, @Nullable ByteBuf octets, ChannelHandlerContext ctx) {
        try {
            return answerer.tryAnswer(request, octets, ctx);
        } catch (RuntimeException | OutOfMemoryError fault) {
            log.debug("No early answer.", fault);
            return false;
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (answered) {
            answered = false;
            ctx.flush();
            stayAlive(ctx);
            if (gateIdle.getAsBoolean() && !waiting.isReadable()) {
                ctx.read();
            }
        }
        ctx.fireChannelReadComplete();
    }

    /**
     * The handler that closes idle connections is behind the codec and has not seen this request. A connection whose
     * client has not read its responses yet is not idle.
     */
    private void stayAlive(ChannelHandlerContext ctx) {
        IdleTimeoutHandler idle = ctx.pipeline().get(IdleTimeoutHandler.class);
        ChannelOutboundBuffer unread = ctx.channel().unsafe().outboundBuffer();
        if (idle == null || unread == null) {
            return;
        }
        if (!ResponseWriteTimeout.hasOctets(unread)) {
            idle.resetReadTimeout();
            idle.resetWriteTimeout();
            return;
        }
        ClientConnection.suspendIdleTimeout(ctx.pipeline());
        idleOnceRead(ctx, unread);
    }

    private void idleOnceRead(ChannelHandlerContext ctx, ChannelOutboundBuffer unread) {
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(read -> {
            if (read.isSuccess() && ResponseWriteTimeout.hasOctets(unread)) {
                idleOnceRead(ctx, unread);
            } else if (read.isSuccess() && gateIdle.getAsBoolean()) {
                ClientConnection.resumeIdleTimeout(ctx.pipeline());
            }
        });
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable() && waiting.isReadable()) {
            ByteBuf received = waiting;
            waiting = Unpooled.EMPTY_BUFFER;
            deadline.unpark(() -> receive(ctx, received));
            channelReadComplete(ctx);
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        waiting.release();
        waiting = Unpooled.EMPTY_BUFFER;
        ctx.fireChannelInactive();
    }
}
