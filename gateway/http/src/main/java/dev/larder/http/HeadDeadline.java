package dev.larder.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the codec of one client connection: a request head that has begun, and the first one of a connection,
 * must be complete within the deadline. The time in which nothing is read from the connection, as requests before it have to be
 * answered first, is not the head's.
 */
final class HeadDeadline extends ChannelDuplexHandler {

    private final Duration deadline;
    private Consumer<ChannelHandlerContext> expiry = ChannelHandlerContext::close;
    private @Nullable ChannelHandlerContext gate;
    private @Nullable ScheduledFuture<?> timer;
    private final ClientDecoder decoder;
    private final ReadActivity reading = new ReadActivity();
    private boolean betweenMessages = true;
    private int heads;
    private boolean parked;
    private boolean postponed;
    private @Nullable ChannelHandlerContext context;

    /** Watches heads that this decoder, behind it, decodes. */
    HeadDeadline(Duration deadline, ClientDecoder decoder) {
        this.deadline = deadline;
        this.decoder = decoder;
    }

    void onExpiry(Consumer<ChannelHandlerContext> action) {
        expiry = action;
    }

    void gate(ChannelHandlerContext ctx) {
        gate = ctx;
    }

    /** What a server has accepted is active by then, long since where TLS has come before. */
    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        if (ctx.channel().isActive()) {
            start(ctx);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        int before = heads;
        reading.received();
        ctx.fireChannelRead(msg);
        if (!parked) {
            startUnlessWhole(ctx, before);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        reading.complete();
        ctx.fireChannelReadComplete();
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
        reading.begin();
        if (postponed) {
            postponed = false;
            start(ctx);
        }
        ctx.read();
    }

    private void startUnlessWhole(ChannelHandlerContext ctx, int before) {
        if (betweenMessages && (heads == before || decoder.holdsOctets())) {
            start(ctx);
        }
    }

    /** What has been received waits until the client reads: the time that takes is not the head's. */
    void park() {
        parked = true;
        stop();
    }

    /** What waited goes on; a head in it that is not whole has its time from now on. */
    void unpark(Runnable goOn) {
        parked = false;
        int before = heads;
        goOn.run();
        if (!parked && context != null) {
            startUnlessWhole(context, before);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        stop();
        ctx.fireChannelInactive();
    }

    /** Whether no head has begun to arrive since the last message, as far as it has been decoded. */
    boolean isBetweenMessages() {
        return betweenMessages;
    }

    void headArrived() {
        betweenMessages = false;
        heads++;
        stop();
    }

    void messageEnded() {
        betweenMessages = true;
    }

    /** A request without content has been answered before it was decoded. */
    void headAnswered() {
        headArrived();
        messageEnded();
    }

    private void start(ChannelHandlerContext ctx) {
        if (timer == null) {
            timer = ctx.executor().schedule(this::expire, deadline.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void stop() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
        postponed = false;
    }

    private void expire() {
        if (!reading.goesOn()) {
            timer = null;
            postponed = true;
        } else if (gate != null) {
            expiry.accept(gate);
        }
    }
}
