package dev.larder.gateway.exchange;

import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;

/** A response that is not stored: it goes to the initiator, in one piece if it has been received in one. */
final class PassedOnResponse extends HeldBackResponse implements ContentReceiver {

    private final FetchAttempt.Participants participants;

    /** @param atHand whether the whole response has been received with its head */
    PassedOnResponse(FetchAttempt.Participants participants, ResponseHead head, boolean atHand) {
        this.participants = participants;
        hold(head, atHand);
        if (!atHand) {
            sendHeld();
        }
    }

    @Override
    protected void sendHead(ResponseHead head) {
        participants.initiator().head(head);
    }

    @Override
    protected boolean sendData(ByteBuf octets) {
        return participants.initiator().receive(octets);
    }

    @Override
    protected void sendEnd() {
        participants.initiator().end();
    }

    @Override
    protected void sendWhole(ResponseHead head, ByteBuf content) {
        participants.initiator().whole(head, content);
    }

    @Override
    public void received() {
        participants.initiator().received();
    }

    @Override
    public void failed(Throwable error) {
        sendHeld();
        participants.initiator().failed(error);
    }

    @Override
    public boolean hasIdleTimeout() {
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
        drop();
    }
}
