package dev.larder.gateway.exchange;

import dev.larder.gateway.store.BodyRecorder;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;

/**
 * The exchange that a fetch was begun for. It gets exactly one of {@link #whole}, {@link #stored}, {@link #stale}, {@link #end}, {@link #continuesIn}
 * and {@link #failed}, unless it leaves before.
 */
interface FetchInitiator extends ResponseSink {

    /** Nobody: the exchange has left, or the fetch was begun in the background. */
    FetchInitiator NONE = new FetchInitiator() {

        @Override
        public void interim(ResponseHead head) {}

        @Override
        public void head(ResponseHead head) {}

        @Override
        public boolean receive(ByteBuf octets) {
            octets.release();
            return true;
        }

        @Override
        public void received() {}

        @Override
        public void continuesIn(BodyRecorder.Reader content) {
            content.cancel();
        }

        @Override
        public void end() {}

        @Override
        public void whole(ResponseHead head, ByteBuf content) {
            content.release();
        }

        @Override
        public void stored(StoredResponse stored) {}

        @Override
        public void stale(StoredResponse stored, Reason reason) {}

        @Override
        public void failed(Throwable error) {}

        @Override
        public void atEnd(Runnable action) {
            action.run();
        }
    };

    /** The origin is being asked about a stored response that has these links. */
    default void hint(ResponseHead head) {}

    /** The head of the origin's response; its content follows. */
    void head(ResponseHead head);

    @Override
    default void head(ResponseHead head, boolean atHand) {
        head(head);
    }

    /** The rest of the content is read from elsewhere, until it is complete or breaks off. */
    void continuesIn(BodyRecorder.Reader content);

    /** The origin's response, which has been received at once; takes over the buffer. */
    void whole(ResponseHead head, ByteBuf content);

    /** A stored response that the origin has just confirmed, or sent. */
    void stored(StoredResponse stored);

    /** A stale response, because the origin failed. */
    void stale(StoredResponse stored, Reason reason);

    /** What it reads while that is recorded breaks off there, because the origin's response has. */
    default void breaksOff(Throwable error) {}

    /** Adds an action to be run when its response is over; at once if it is over. */
    void atEnd(Runnable action);
}
