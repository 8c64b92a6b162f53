package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request from {@link OriginClient#ask} to its last event: waiting, connecting, or on a connection, which tells it what
 * arrives. It delivers to the listener in order, exactly one end or failure, and holds back content while paused. The
 * connection may carry another request already while the end of this one is still held back.
 */
final class PooledCall implements OriginCall, Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(PooledCall.class);

    private final CallQueue queue;
    private final OriginRequest request;
    private final Object owner;
    private final OriginResponseListener listener;
    private final RequestContent content;
    private @Nullable RequestCarrier connection;
    private @Nullable HeldBackEvents heldBack;
    private long waitingSince;
    private Life life = Life.BEING_ASKED;
    private boolean sent;
    private boolean paused;
    private boolean delivering;
    private boolean repeated;
    private boolean awaitedAnother;
    private boolean hasPlace;

    /** What may be told to the listener. */
    private enum Life {

        /** The sender has not got this call yet: it must not be told of a failure before. */
        BEING_ASKED,
        /** Any event. */
        UNDER_WAY,
        /** Nothing more. */
        OVER
    }

    /** What a request tells the queue that has admitted it. Called on the event loop, but for {@link #onPlace}. */
    interface CallQueue {

        /** Called on any thread when there is a place for a request, which may have ended in the meantime. */
        void onPlace(PooledCall call);

        /** Called when a request that had a place has left its connection, or waits for none any more. */
        void onLeave(PooledCall call);

        /** Called when a request that has no connection has been cancelled. */
        void onCancel(PooledCall call);

        /** Runs a task on the event loop, unless that has ended. */
        void execute(Runnable task);
    }

    /** @param owner in whose name the request is made */
    PooledCall(CallQueue queue, OriginRequest request, Object owner, OriginResponseListener listener) {
        this.queue = queue;
        this.request = request;
        this.owner = owner;
        this.listener = listener;
        this.content = new RequestContent(request.content());
    }

    OriginRequest request() {
        return request;
    }

    Object owner() {
        return owner;
    }

    /** Called on any thread when there is a place for this request, which has waited for it. */
    @Override
    public void run() {
        queue.onPlace(this);
    }

    /** Called when this request has a place, until it leaves its connection. */
    void placed() {
        hasPlace = true;
    }

    /** Whether the request may be sent again after its connection has ended (RFC 9112 9.3.1). */
    boolean isRepeatable() {
        return request.repeatable() && request.content() == OriginRequest.NO_CONTENT;
    }

    /** Takes the one chance to send the request again although it is unsafe; false if there is none. */
    boolean takeRepetition() {
        boolean first = !repeated && content.isRepeatable();
        repeated = true;
        return first;
    }

    /** Takes the one chance to wait for another connection after one could not be opened; false if there is none. */
    boolean takeAnotherConnection() {
        boolean first = !awaitedAnother;
        awaitedAnother = true;
        return first;
    }

    /** Called when the sender has got this call: from now on any event may be delivered at once. */
    void asked() {
        if (life == Life.BEING_ASKED) {
            life = Life.UNDER_WAY;
        }
    }

    void waitSince(long now) {
        waitingSince = now;
    }

    boolean hasWaited(long now, long timeout) {
        return now - waitingSince >= timeout;
    }

    /** Returns whether the origin is late, so many nanoseconds after the request or its response has last progressed. */
    boolean isLate(OriginClientSettings settings, ResponseProgress progress, long nanos) {
        if (progress == ResponseProgress.HEAD) {
            return OriginClientSettings.isReached(settings.bodyIdleTimeout(), nanos)
                    && !paused
                    && listener.hasIdleTimeout();
        }
        Duration own = request.responseTimeout();
        return OriginClientSettings.isReached(own == null ? settings.responseTimeout() : own, nanos);
    }

    boolean isOver() {
        return life == Life.OVER;
    }

    /** Announces that the head is about to be written; false if it must not be. */
    boolean announce() {
        sent = request.content() == OriginRequest.NO_CONTENT;
        try {
            listener.sending();
        } catch (RuntimeException prevented) {
            fail(prevented);
            return false;
        }
        return !isOver();
    }

    /** Called when the request has a connection: its content follows the head there. */
    void sendOn(RequestCarrier used) {
        connection = used;
        content.sendOn(used);
        if (life != Life.BEING_ASKED) {
            writable();
        }
    }

    /** Called when the connection has ended and the request is to be repeated. */
    void disconnected() {
        connection = null;
        content.disconnect();
    }

    /** Called when the last octets of the content have been written. */
    void sent() {
        sent = true;
    }

    boolean isSent() {
        return sent;
    }

    void writable() {
        if (!isOver() && isWritable()) {
            listener.writable();
        }
    }

    void interim(ResponseHead head) {
        listener.interim(head);
    }

    void head(ResponseHead head, boolean atHand) {
        listener.head(head, atHand);
    }

    /** Called when all that has been received for now has been passed on. */
    void received() {
        if (!isOver()) {
            listener.received();
        }
    }

    void data(ByteBuf data) {
        if (isHeldBack()) {
            if (holdBack(data).isAboveHighWatermark() && connection != null) {
                connection.setReading(false);
            }
        } else {
            listener.data(data);
        }
    }

    private boolean isHeldBack() {
        return !isOver() && (paused || heldBack != null);
    }

    /** Called when the response has arrived completely; its connection is not this request's any more. */
    void end(HeaderFields trailers) {
        leaveConnection();
        if (isHeldBack()) {
            holdBack(trailers);
        } else if (!isOver()) {
            finish(trailers);
        }
    }

    /** Called when the request cannot be answered, or not completely. What has arrived before is delivered first. */
    void fail(Throwable error) {
        leaveConnection();
        if (life == Life.BEING_ASKED) {
            queue.execute(() -> fail(error));
        } else if (isHeldBack()) {
            holdBack(error);
        } else if (!isOver()) {
            finish(error);
        }
    }

    /**
     * Called when the connection or the stream has ended before the response.
     *
     * @param progress what of the response has arrived
     */
    void breakOff(ResponseProgress progress) {
        fail(new IOException(
                progress != ResponseProgress.AWAITED
                        ? "The origin broke its response off."
                        : "The origin closed the connection before it responded."));
    }

    /**
     * Delivers the trailers of a whole message, or a failure. A fault of the listener must not harm other requests; whoever waits for
     * the end of a message that it could not process gets a failure.
     */
    private void finish(Object outcome) {
        life = Life.OVER;
        try {
            if (outcome instanceof HeaderFields trailers) {
                listener.end(trailers);
            } else if (outcome instanceof Throwable error) {
                listener.failed(error);
            }
        } catch (RuntimeException fault) {
            LOG.error("The end of a response from an origin could not be processed.", fault);
            if (outcome instanceof HeaderFields) {
                finish(fault);
            }
        }
    }

    private void leaveConnection() {
        connection = null;
        content.discard();
        if (hasPlace) {
            hasPlace = false;
            queue.onLeave(this);
        }
    }

    private HeldBackEvents holdBack(Object event) {
        HeldBackEvents events = heldBack == null ? new HeldBackEvents() : heldBack;
        heldBack = events;
        events.add(event);
        return events;
    }

    @Override
    public void send(ByteBuf piece) {
        if (isOver()) {
            piece.release();
        } else {
            content.send(piece);
        }
    }

    @Override
    public void sendLast(HeaderFields trailers) {
        if (!isOver()) {
            content.end(trailers);
        }
    }

    @Override
    public Optional<Channel> channel() {
        return Optional.ofNullable(connection).map(RequestCarrier::channel);
    }

    @Override
    public boolean isWritable() {
        return connection != null && !content.isComplete() && connection.isWritable();
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        if (!paused) {
            return;
        }
        paused = false;
        if (connection != null) {
            connection.resumed();
        }
        if (!delivering && heldBack != null) {
            deliver(heldBack);
        }
    }

    private void deliver(HeldBackEvents events) {
        delivering = true;
        try {
            while (!paused && !isOver() && !events.isEmpty()) {
                Object next = events.take();
                if (next instanceof ByteBuf data) {
                    listener.data(data);
                } else {
                    finish(next);
                }
            }
        } catch (RuntimeException fault) {
            events.release();
            heldBack = null;
            abort(fault);
        } finally {
            delivering = false;
        }
        if (events.isEmpty()) {
            heldBack = null;
        }
        if (events.isBelowLowWatermark() && connection != null) {
            connection.setReading(true);
        }
    }

    private void abort(RuntimeException fault) {
        if (connection == null) {
            fail(fault);
        } else {
            connection.fail(fault);
        }
    }

    @Override
    public void cancel() {
        if (isOver()) {
            return;
        }
        life = Life.OVER;
        RequestCarrier used = connection;
        leaveConnection();
        if (heldBack != null) {
            heldBack.release();
        }
        if (used != null) {
            used.abandon(this);
        } else {
            queue.onCancel(this);
        }
    }
}
