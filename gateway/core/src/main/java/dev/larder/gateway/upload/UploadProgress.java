package dev.larder.gateway.upload;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What has become of the content of a request, and what has arrived of it and has not been passed on: what was read ahead, a piece
 * that came before it was asked for, and the last octets, which wait for the end.
 *
 * <pre>
 * READING -- all of it has arrived --> WHOLE
 *    |  longer than the read-ahead; or the client pauses, and it is admitted
 *    v
 * UNREAD --- the reader asks --------> FLOWING
 *    |  the end arrives                   |  the end arrives
 *    v                                    v
 * ARRIVED -- the reader asks --------> ENDING -- the end is sent --> SENT
 *
 * READING, UNREAD, FLOWING -- the client breaks off, or is too slow ------> FAILED
 * all but WHOLE and SENT ---- not needed any more, or cannot be ended ----> GIVEN_UP
 * </pre>
 */
final class UploadProgress {

    private static final int SMALL = 1024;

    private final int readAhead;
    private final long announced;
    private final ByteArrayOutputStream ahead;
    private State state = State.READING;
    private long received;
    private long receivedBefore;
    private long outstanding;
    private @Nullable ByteBuf waiting;

    /** What has become of the content. */
    enum State {
        /** Read ahead: nothing has been sent. */
        READING,
        /** All of it has been read ahead, and can be read repeatedly. */
        WHOLE,
        /** Streamed, but its rest has not been asked for yet: a piece that was to be read ahead waits. */
        UNREAD,
        /** Streamed as the reader asks for it. */
        FLOWING,
        /** All of it has arrived, but the rest has not been asked for yet. */
        ARRIVED,
        /** The reader has all but the last octets and the end. */
        ENDING,
        /** The reader has the end. */
        SENT,
        /** The client has broken it off, or was too slow. */
        FAILED,
        /** The rest is not waited for. */
        GIVEN_UP;

        /** Returns the state when no more is read ahead. */
        State streamed() {
            return this == READING ? UNREAD : this;
        }

        /** Returns the state when the reader asks for the rest. */
        State asked() {
            return switch (this) {
                case UNREAD -> FLOWING;
                case ARRIVED -> ENDING;
                default -> this;
            };
        }

        /** Returns the state when the client has sent all of it. */
        State arrived() {
            return switch (this) {
                case READING -> WHOLE;
                case UNREAD -> ARRIVED;
                case FLOWING -> ENDING;
                default -> this;
            };
        }

        /** Returns the state when the client sends no more of it. */
        State failed() {
            return isArriving() ? FAILED : this;
        }

        /** Returns the state when the reader has got the end. */
        State sent() {
            return this == ENDING ? SENT : this;
        }

        /** Returns the state when it is not needed any more. */
        State givenUp() {
            return this == WHOLE || this == SENT ? this : GIVEN_UP;
        }

        /** Returns whether the client has not sent all of it, as far as it is needed. */
        boolean isArriving() {
            return this == READING || this == UNREAD || this == FLOWING;
        }

        /** Returns whether no more of it will be sent. */
        boolean isOver() {
            return switch (this) {
                case WHOLE, SENT, FAILED, GIVEN_UP -> true;
                case READING, UNREAD, FLOWING, ARRIVED, ENDING -> false;
            };
        }
    }

    /** What becomes of a piece that arrives. */
    enum Arrival {
        /** It is kept, and the next one is to be read ahead. */
        KEPT,
        /** It is kept, and no more is to be read ahead. */
        KEPT_AS_LAST,
        WAITS,
        PASSED_ON,
        DROPPED
    }

    /**
     * Creates content of which nothing has arrived.
     *
     * @param readAhead maximum number of octets to read ahead
     * @param announced announced length; negative if unknown
     */
    UploadProgress(int readAhead, long announced) {
        this.readAhead = readAhead;
        this.announced = announced;
        this.ahead = new ByteArrayOutputStream(announced >= 0 && announced <= readAhead ? (int) announced : SMALL);
    }

    /** Returns the announced length in octets; negative if unknown. */
    long announced() {
        return announced;
    }

    /** Returns what has become of the content. */
    State state() {
        return state;
    }

    /** Moves on; returns the state before. */
    State move(UnaryOperator<State> on) {
        State before = state;
        state = on.apply(before);
        return before;
    }

    /** Returns the number of pieces to ask for in order to read ahead: one at most. */
    long begin() {
        outstanding = readAhead > 0 ? 1 : 0;
        state = readAhead > 0 ? state : state.streamed();
        return outstanding;
    }

    /** Takes over a piece that is kept or waits; the caller still has any other. */
    Arrival arrive(ByteBuf piece) {
        received += piece.readableBytes();
        Arrival arrival = arrival();
        switch (arrival) {
            case KEPT -> keep(piece);
            case KEPT_AS_LAST -> {
                outstanding = 0;
                state = state.streamed();
                keep(piece);
            }
            case WAITS -> {
                outstanding = 0;
                waiting = waiting == null ? piece : Unpooled.wrappedBuffer(waiting, piece);
            }
            case PASSED_ON, DROPPED -> {}
        }
        return arrival;
    }

    /** The last octet of an announced length would complete the origin's request, so the last piece is held back. */
    private Arrival arrival() {
        return switch (state) {
            case READING -> received <= readAhead || isComplete() ? Arrival.KEPT : Arrival.KEPT_AS_LAST;
            case UNREAD -> Arrival.WAITS;
            case FLOWING -> isComplete() ? Arrival.WAITS : Arrival.PASSED_ON;
            default -> Arrival.DROPPED;
        };
    }

    /** A copy holds no more memory than its octets. */
    private void keep(ByteBuf piece) {
        ahead.writeBytes(ByteBufUtil.getBytes(piece));
        piece.release();
    }

    private boolean isComplete() {
        return received == announced;
    }

    /** Returns whether the client has paused amid content that is read ahead: nothing has arrived since the last call. */
    boolean isPausing() {
        long before = receivedBefore;
        receivedBefore = received;
        return state == State.READING && received == before && !isComplete();
    }

    /** Returns what was read ahead. */
    byte[] ahead() {
        return ahead.toByteArray();
    }

    /** Returns the piece that came before it was asked for, which the caller takes over; null if there is none. */
    @Nullable
    ByteBuf takeEarly() {
        return isComplete() ? null : take();
    }

    /** Returns all that waits, which the caller takes over; null if nothing does. */
    @Nullable
    ByteBuf take() {
        ByteBuf taken = waiting;
        waiting = null;
        return taken;
    }

    /** Returns how many pieces to ask for if a reader wants so many: one may have been asked for in order to read ahead. */
    long missing(long demand) {
        return demand == Long.MAX_VALUE ? demand : demand - outstanding;
    }
}
