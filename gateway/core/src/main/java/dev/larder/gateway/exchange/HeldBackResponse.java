package dev.larder.gateway.exchange;

import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * A response of which the beginning is held back: one that has been received with its head until its end, as it is sent in one message
 * if its content is one piece; others, if at all, until content follows.
 */
public abstract class HeldBackResponse {

    private Stage stage = Stage.AWAITED;
    private @Nullable ResponseHead head;
    private @Nullable ByteBuf first;

    private enum Stage {
        AWAITED,
        /** Its head has arrived, and is sent with what follows. */
        HEAD_HELD,
        /** All of it has arrived, and is sent in one message if its content is one piece. */
        WHOLE_HELD,
        WHOLE_SENT,
        HEAD_SENT,
        /** Its end has been sent behind its head. */
        END_SENT,
        /** Nothing is held back any more, nor sent in one message. */
        DROPPED
    }

    /** Sends the head; content follows. */
    protected abstract void sendHead(ResponseHead head);

    /** Sends content, and returns whether more may come at once. */
    protected abstract boolean sendData(ByteBuf octets);

    /** Sends the end of a response whose head has been sent. */
    protected abstract void sendEnd();

    /** Sends all of the response. */
    protected abstract void sendWhole(ResponseHead head, ByteBuf content);

    /**
     * Holds the head back, which has arrived.
     *
     * @param atHand whether the whole response has been received with its head
     */
    protected final void hold(ResponseHead arrived, boolean atHand) {
        head = arrived;
        stage = atHand ? Stage.WHOLE_HELD : Stage.HEAD_HELD;
    }

    /** Receives octets and takes over the buffer. Returns whether more may come at once. */
    public boolean receive(ByteBuf octets) {
        if (stage == Stage.WHOLE_HELD && first == null) {
            first = octets;
            return true;
        }
        sendHeld();
        return sendData(octets);
    }

    /** Sends what has been held back: the response does not go in one message. */
    protected final void sendHeld() {
        if (head != null && (stage == Stage.HEAD_HELD || stage == Stage.WHOLE_HELD)) {
            stage = Stage.HEAD_SENT;
            sendHead(head);
        }
        if (first != null) {
            ByteBuf octets = first;
            first = null;
            sendData(octets);
        }
    }

    /** The content is complete. */
    public void end() {
        if (head != null && stage == Stage.WHOLE_HELD) {
            ByteBuf content = first == null ? Unpooled.EMPTY_BUFFER : first;
            first = null;
            stage = Stage.WHOLE_SENT;
            sendWhole(head, content);
        } else {
            sendHeld();
            stage = Stage.END_SENT;
            sendEnd();
        }
    }

    /** Drops the content that is held back. */
    protected final void drop() {
        stage = stage == Stage.HEAD_HELD || stage == Stage.WHOLE_HELD ? Stage.DROPPED : stage;
        if (first != null) {
            first.release();
            first = null;
        }
    }

    /** Returns whether a head has arrived. */
    protected final boolean hasHead() {
        return stage != Stage.AWAITED;
    }

    /** Returns whether the head has been sent before the end, which is missing. */
    protected final boolean isUnderWay() {
        return stage == Stage.HEAD_SENT;
    }

    /** Returns whether the head has been sent before the end. */
    protected final boolean isHeadSent() {
        return stage == Stage.HEAD_SENT || stage == Stage.END_SENT;
    }
}
