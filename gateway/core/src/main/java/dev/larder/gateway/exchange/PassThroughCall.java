package dev.larder.gateway.exchange;

import dev.larder.gateway.origin.OriginCall;
import dev.larder.gateway.origin.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** One request to the origin whose response goes to its client and nowhere else. */
final class PassThroughCall implements OriginResponseListener {

    private final ExchangeContext context;
    private final FetchInitiator initiator;
    private final long asked;
    private boolean arrived;
    private @Nullable OriginCall call;

    PassThroughCall(ExchangeContext context, FetchInitiator initiator) {
        this.context = context;
        this.initiator = initiator;
        this.asked = context.services().clock().nanos();
    }

    void ask() {
        call = context.origin().ask(context.request().head(), 0, this);
    }

    void cancel() {
        if (call != null) {
            call.cancel();
        }
    }

    void clientWritable() {
        if (call != null) {
            call.resume();
        }
    }

    @Override
    public void sending() {}

    @Override
    public void interim(ResponseHead head) {
        initiator.interim(context.origin().seen(head));
    }

    @Override
    public void head(ResponseHead head, boolean atHand) {
        arrived = true;
        context.origin().answered(head.status(), context.services().clock().nanos() - asked);
        initiator.head(context.origin().seen(head));
    }

    @Override
    public void data(ByteBuf octets) {
        if (!initiator.data(octets) && call != null) {
            call.pause();
        }
    }

    @Override
    public boolean limitsPauses() {
        return false;
    }

    @Override
    public void received() {
        initiator.received();
    }

    @Override
    public void end(HeaderFields trailers) {
        initiator.end();
    }

    @Override
    public void failed(Throwable error) {
        if (!arrived) {
            context.origin().unanswered(error, context.services().clock().nanos() - asked);
        }
        initiator.failed(error);
    }

    @Override
    public void writable() {}
}
