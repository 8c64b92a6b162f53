package dev.larder.gateway.exchange;

import java.time.Duration;
import org.reactivestreams.Publisher;

/**
 * Takes one body that is too large for the heap, at the origin's speed, while clients read it at theirs. If it cannot keep up, or
 * fails, the record is given up: those who read go on, and the slowest of them sets the speed.
 */
public interface BodyRecorder {

    /**
     * For how long recording may hold up the end of a client's response; and the origin, but for a twentieth of the time that the
     * body takes.
     */
    Duration PATIENCE = Duration.ofMillis(250);

    /**
     * Takes the next piece, which nobody changes any more.
     *
     * @return whether there is room for another; if not, the listener will hear of it
     */
    boolean offer(byte[] piece);

    /** That was all. Readers learn so when it is stored, or when that takes long. */
    void complete();

    /** There will be no more, and this was not all. */
    void fail(Throwable error);

    /** Gives the record up, not those who read. */
    void abandon();

    /** What has been recorded is stored, or nobody wants it: no more readers will come. */
    void letGo();

    /** Whether somebody reads. */
    boolean isRead();

    /**
     * A new reader, which takes part from now on.
     *
     * @param first where it begins
     * @param end where it ends; more than there ever will be if at the end
     * @throws BodyGoneException if the record is given up, or stored by now
     */
    Reader reader(long first, long end) throws BodyGoneException;

    /** The reader that goes on where somebody has come to before there was a recorder. */
    Reader readOn(long first);

    /** Reads from some place on, for one subscriber, at its speed. */
    interface Reader extends Publisher<byte[]> {

        /** Ends it, subscribed to or not. */
        void cancel();
    }

    /** Told by a recorder what has become of the body; each method but the first once at most. */
    interface Listener {

        /** There is room for more after there was none. */
        void room();

        /** All of it is here. */
        void written(ReadableBody whole);

        /** The record is given up; those who read go on. */
        void lost();
    }
}
