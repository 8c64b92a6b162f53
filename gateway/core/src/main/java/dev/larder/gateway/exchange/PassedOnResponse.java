package dev.larder.gateway.exchange;

import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** A response that is not stored: it goes to the initiator, in one piece if it has been received in one. */
final class PassedOnResponse implements ContentReceiver {

    private final FetchResponse.Participants participants;
    private @Nullable ResponseHead waiting;
    private @Nullable ByteBuf first;

    /** @param atHand whether the whole response has been received with its head */
    PassedOnResponse(FetchResponse.Participants participants, ResponseHead head, boolean atHand) {
        this.participants = participants;
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
            participants.initiator().head(head);
        }
        if (octets != null) {
            participants.initiator().data(octets);
        }
    }

    @Override
    public boolean data(ByteBuf octets) {
        if (waiting != null && first == null) {
            first = octets;
            return true;
        }
        begin();
        return participants.initiator().data(octets);
    }

    @Override
    public void received() {
        participants.initiator().received();
    }

    @Override
    public void end() {
        ResponseHead head = waiting;
        if (head == null) {
            participants.initiator().end();
        } else {
            ByteBuf content = first == null ? Unpooled.EMPTY_BUFFER : first;
            waiting = null;
            first = null;
            participants.initiator().whole(head, content);
        }
    }

    @Override
    public void failed(Throwable error) {
        begin();
        participants.initiator().failed(error);
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
