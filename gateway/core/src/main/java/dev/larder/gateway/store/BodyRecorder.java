package dev.larder.gateway.store;

import java.time.Duration;
import org.reactivestreams.Publisher;

/**
 * Records one body at the origin's speed, while clients read it at theirs. If the recorder cannot
 * keep up or fails, the recording is abandoned: present readers continue, and the slowest one sets the speed.
 */
public interface BodyRecorder {

    /**
     * How long the recording may delay the end of a client's response. It may delay the origin as long, plus a twentieth of the
     * time that the body takes.
     */
    Duration PATIENCE = Duration.ofMillis(250);

    /**
     * Records the next piece, which must not be changed any more.
     *
     * @return whether there is room for another; if not, the listener is notified once there is
     */
    boolean offer(byte[] piece);

    /** Signals the end of the body. Readers complete when it is stored, or when storing takes too long. */
    void complete();

    /** Signals that the body was cut short. */
    void fail(Throwable error);

    /** Abandons the recording; readers continue. */
    void abandon();

    /** Signals that no more readers will come, because the recording is stored or not needed. */
    void letGo();

    /** Returns whether there is a reader. */
    boolean isRead();

    /**
     * Creates a reader that takes part from now on.
     *
     * @param first offset of its first octet
     * @param end offset of its end; greater than the length of the body to read to its end
     * @throws BodyGoneException if the recording is abandoned, or already stored
     */
    Reader reader(long first, long end) throws BodyGoneException;

    /** Creates the reader that continues at the offset the client had reached before there was a recorder. */
    Reader readOn(long first);

    /** Reads from an offset on, for one subscriber, at its speed. */
    interface Reader extends Publisher<byte[]> {

        /** Closes the reader, whether subscribed or not. */
        void cancel();
    }

    /** Receives the outcome of a recording. Each method is called at most once, except {@link #room}. */
    interface Listener {

        /** Called when there is room for more after there was none. */
        void room();

        /** Called when the whole body is written. */
        void written(ReadableBody whole);

        /** Called when the recording is abandoned; readers continue. */
        void lost();
    }
}
