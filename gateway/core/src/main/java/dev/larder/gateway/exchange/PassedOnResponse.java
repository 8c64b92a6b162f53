package dev.larder.gateway.exchange;

import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** A response that is not stored: it goes to the initiator, in one piece if it has been received in one. */
final class PassedOnResponse implements ContentReceiver {

    private final Fetch fetch;
    private @Nullable ResponseHead waiting;
    private @Nullable ByteBuf first;

    /** @param atHand whether the whole response has been received with its head */
    PassedOnResponse(Fetch fetch, ResponseHead head, boolean atHand) {
        this.fetch = fetch;
        this.waiting = head;
        if (!atHand) {
            begin();
        }
    }

    private void begin() {
        ResponseHead head = waiting;
        ByteBuf octets = first;
        waiting = null;
        first = null;
        if (head != null) {
            fetch.initiator().head(head);
        }
        if (octets != null) {
            fetch.initiator().data(octets);
        }
    }

    @Override
    public boolean data(ByteBuf octets) {
        if (waiting != null && first == null) {
            first = octets;
            return true;
        }
        begin();
        return fetch.initiator().data(octets);
    }

    @Override
    public void received() {
        fetch.initiator().received();
    }

    @Override
    public void end() {
        ResponseHead head = waiting;
        if (head == null) {
            fetch.initiator().end();
        } else {
            ByteBuf content = first == null ? Unpooled.EMPTY_BUFFER : first;
            waiting = null;
            first = null;
            fetch.initiator().whole(head, content);
        }
    }

    @Override
    public void failed(Throwable error) {
        begin();
        fetch.initiator().failed(error);
    }

    @Override
    public boolean limitsPauses() {
        return false;
    }

    @Override
    public boolean isForInitiator() {
        return true;
    }

    @Override
    public boolean isWorthCancelling() {
        return true;
    }

    @Override
    public void cancelled() {
        waiting = null;
        if (first != null) {
            first.release();
            first = null;
        }
    }
}
