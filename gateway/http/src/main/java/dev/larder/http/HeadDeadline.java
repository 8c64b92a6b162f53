package dev.larder.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Located before the codec of one client connection. A request head that has begun, and the first one of a connection,
 * must be complete within the deadline. Time in which nothing is read from the connection because earlier requests must
 * be answered first does not count.
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

    /** Watches heads decoded by this decoder, which is behind it. */
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

    /** A channel accepted by a server is active by then; with TLS it has been for long. */
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
        if (betweenMessages && (heads == before || decoder.hasUndecodedOctets())) {
            start(ctx);
        }
    }

    /** Called when received data waits for the client to read: that time does not count. */
    void park() {
        parked = true;
        stop();
    }

    /** Continues with the data that waited; the time of an incomplete head in it starts now. */
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

    /** Whether no head has begun to arrive since the last message, as far as decoded. */
    boolean isBetweenMessages() {
        return betweenMessages;
    }

    void headArrived() {
        betweenMessages = false;
        heads++;
        stop();
    }

    /** Called when no request may follow: what does is not even decoded. */
    void ignoreRest() {
        decoder.ignoreRest();
    }

    void messageEnded() {
        betweenMessages = true;
    }

    /** Called when a request without content has been answered before it was decoded. */
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
        if (!reading.isReading()) {
            timer = null;
            postponed = true;
        } else if (gate != null) {
            expiry.accept(gate);
        }
    }
}
