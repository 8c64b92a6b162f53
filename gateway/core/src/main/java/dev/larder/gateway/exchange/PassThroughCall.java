package dev.larder.gateway.exchange;

import dev.larder.gateway.origin.OriginCall;
import dev.larder.gateway.origin.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One request to the origin, with its content, whose response goes to its client and nowhere else. */
public final class PassThroughCall implements OriginResponseListener {

    private final OriginPort origin;
    private final LongSupplier clock;
    private final ResponseSink sink;
    private long asked;
    private boolean answered;
    private @Nullable OriginCall call;
    private @Nullable UploadSender sender;

    /** @param clock nanoseconds */
    public PassThroughCall(OriginPort origin, LongSupplier clock, ResponseSink sink) {
        this.origin = origin;
        this.clock = clock;
        this.sink = sink;
    }

    private OriginCall begin(RequestHead request, long length) {
        asked = clock.getAsLong();
        OriginCall begun = origin.ask(request, length, this);
        call = begun;
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
            begun.send(content.retain());
            begun.sendLast(HeaderFields.EMPTY);
        } finally {
            content.release();
        }
    }

    /**
     * Sends a request with content that has been read ahead, the rest of it as the origin takes it.
     *
     * @param loop runs this call
     */
    public void ask(RequestHead request, UploadContent content, ExchangeLoop loop) {
        OriginCall begun = begin(request, content.length());
        sender = UploadSender.send(content, begun, loop, this::refuse);
    }

    /** Ends a request whose content does not arrive, or exceeds limits. */
    public void refuse(Throwable error) {
        cancel();
        failed(error);
    }

    /** Gives the request up: nothing more is received. */
    public void cancel() {
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

    /** Called when the client keeps up again. */
    public void clientWritable() {
        if (call != null) {
            call.resume();
        }
    }

    @Override
    public void sending() {}

    @Override
    public void interim(ResponseHead head) {
        sink.interim(origin.seen(head));
    }

    @Override
    public void head(ResponseHead head, boolean atHand) {
        answered = true;
        origin.answered(head.status(), clock.getAsLong() - asked);
        sink.head(origin.seen(head), atHand);
    }

    @Override
    public void data(ByteBuf octets) {
        if (!sink.data(octets) && call != null) {
            call.pause();
        }
    }

    @Override
    public boolean limitsPauses() {
        return sink.limitsPauses();
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
        if (!answered) {
            origin.unanswered(error, clock.getAsLong() - asked);
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
