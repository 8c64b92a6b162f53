package dev.larder.gateway.exchange;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.upload.UploadContent;
import dev.larder.gateway.upload.UploadSender;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One request to an origin with its content, from the side that gets the response. It makes the request, sends content as the origin
 * takes it, pauses and cancels; it tells the {@link OriginPort} how long the response has taken, or why there is none, and gives the {@link
 * ResponseSink} heads as they are judged.
 */
public final class OriginRequestTracker implements OriginResponseListener {

    private final OriginPort origin;
    private final LongSupplier clock;
    private final ResponseSink sink;
    private final Runnable sending;
    private Phase phase = Phase.AWAITED;
    private long asked;
    private @Nullable OriginCall call;
    private @Nullable UploadSender sender;

    private enum Phase {
        AWAITED,
        ANSWERED,
        CANCELLED
    }

    /** @param clock nanoseconds */
    public OriginRequestTracker(OriginPort origin, LongSupplier clock, ResponseSink sink) {
        this(origin, clock, sink, () -> {});
    }

    /**
     * @param clock nanoseconds
     * @param sending called when the head is about to be written, again if it is repeated on another connection; throws if the
     *     request must not be sent any more
     */
    public OriginRequestTracker(OriginPort origin, LongSupplier clock, ResponseSink sink, Runnable sending) {
        this.origin = origin;
        this.clock = clock;
        this.sink = sink;
        this.sending = sending;
    }

    private OriginCall begin(RequestHead request, long length) {
        asked = clock.getAsLong();
        OriginCall begun = origin.ask(request, length, this);
        call = begun;
        if (isCancelled()) {
            begun.cancel();
        }
        return begun;
    }

    /** Sends a request without content. */
    void ask(RequestHead request) {
        begin(request, 0);
    }

    /** Sends a request with this content, which this takes over. */
    public void ask(RequestHead request, ByteBuf content) {
        try {
            OriginCall begun = begin(request, content.readableBytes());
            if (content.isReadable()) {
                begun.send(content.retain());
            }
            begun.sendLast(HeaderFields.EMPTY);
        } finally {
            content.release();
        }
    }

    /**
     * Sends a request with content that has been read ahead, the rest of it as the origin takes it.
     *
     * @param loop runs this request
     */
    public void ask(RequestHead request, UploadContent content, ExchangeLoop loop) {
        OriginCall begun = begin(request, content.length());
        sender = UploadSender.send(content, begun, loop, this::refuse);
    }

    /** Returns the request; null if it has not been made. */
    public @Nullable OriginCall call() {
        return call;
    }

    /** Returns the nanoseconds since the request was made. */
    long nanos() {
        return clock.getAsLong() - asked;
    }

    boolean isCancelled() {
        return phase == Phase.CANCELLED;
    }

    /** Ends a request whose content does not arrive, or exceeds limits. */
    public void refuse(Throwable error) {
        boolean unanswered = phase == Phase.AWAITED;
        cancel();
        fail(error, unanswered);
    }

    /** Gives the request up: nothing more is received. */
    public void cancel() {
        phase = Phase.CANCELLED;
        stopSending();
        if (call != null) {
            call.cancel();
        }
    }

    private void stopSending() {
        if (sender != null) {
            sender.stop();
        }
    }

    /** Holds back the content of the response until it is resumed. */
    public void pause() {
        if (call != null) {
            call.pause();
        }
    }

    /** Goes on with the content of the response, as there is room for it. */
    public void resume() {
        if (call != null) {
            call.resume();
        }
    }

    @Override
    public void sending() {
        sending.run();
    }

    @Override
    public void interim(ResponseHead head) {
        sink.interim(origin.seen(head));
    }

    @Override
    public void head(ResponseHead head, boolean atHand) {
        if (isCancelled()) {
            return;
        }
        phase = Phase.ANSWERED;
        origin.answered(head.status(), nanos());
        sink.head(origin.seen(head), atHand);
    }

    @Override
    public void data(ByteBuf octets) {
        if (!sink.receive(octets)) {
            pause();
        }
    }

    @Override
    public boolean hasIdleTimeout() {
        return sink.hasIdleTimeout();
    }

    @Override
    public void received() {
        sink.received();
    }

    @Override
    public void end(HeaderFields trailers) {
        stopSending();
        sink.end();
    }

    @Override
    public void failed(Throwable error) {
        stopSending();
        fail(error, phase == Phase.AWAITED);
    }

    private void fail(Throwable error, boolean unanswered) {
        if (unanswered) {
            origin.unanswered(error, nanos());
        }
        sink.failed(error);
    }

    @Override
    public void writable() {
        if (sender != null) {
            sender.next();
        }
    }
}
