package dev.larder.gateway.exchange;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.ReadableBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.OptionalLong;

/**
 * Records the content of one response outside the heap. The origin is paced by the recorder; readers follow at their own pace.
 * Confined to the loop of its exchange, but for the recorder, which has its own thread.
 */
final class LargeRecording {

    private final BodyRecorderFactory place;
    private final OptionalLong announced;
    private final BodyRecorder recorder;
    private long length;
    private State state = State.RECORDING;
    private boolean full;

    private enum State {
        RECORDING,

        /** All of the content is with the recorder, which has not written it yet, or has. */
        ENDED,

        /** Nothing is recorded any more; readers get what comes. */
        PASSING,

        /** Nothing is recorded, and nothing more comes. */
        OVER
    }

    /** Is told once how the recording ended, and whenever there is room again. Called on the loop. */
    interface Listener {

        void room();

        /** The whole content is recorded in this body. */
        void recorded(ReadableBody body);

        /** Nothing is recorded any more; readers continue. */
        void lost();
    }

    /**
     * Begins a recording.
     *
     * @param announced length in octets, if the response announces it
     * @param recorded octets that have been recorded in the heap
     * @param context of the exchange, for its loop and its memory
     */
    LargeRecording(
            BodyRecorderFactory place,
            OptionalLong announced,
            byte[] recorded,
            ExchangeContext context,
            Listener listener) {
        ExchangeLoop loop = context.loop();
        this.place = place;
        this.announced = announced;
        this.recorder = place.begin(announced, context.memory().claim(), new BodyRecorder.Listener() {

            @Override
            public void room() {
                // Never before the octets that filled it have been taken.
                loop.execute(() -> {
                    full = false;
                    listener.room();
                });
            }

            @Override
            public void written(ReadableBody whole) {
                loop.run(() -> {
                    if (isAbandoned()) {
                        whole.release();
                    } else {
                        listener.recorded(whole);
                    }
                });
            }

            @Override
            public void lost() {
                loop.run(() -> {
                    if (!isAbandoned()) {
                        stopRecording();
                        listener.lost();
                    }
                });
            }
        });
        if (recorded.length > 0) {
            offer(recorded);
        }
    }

    /** Returns the recorder, from which the content is read in the meantime. */
    BodyRecorder recorder() {
        return recorder;
    }

    /**
     * Records octets, which it releases, unless the content has broken off; returns false if the body is now too long to be
     * recorded.
     */
    boolean add(ByteBuf octets) {
        if (isEnded()) {
            octets.release();
            return true;
        }
        byte[] piece = ByteBufUtil.getBytes(octets);
        octets.release();
        boolean tooLong = !isAbandoned() && length + piece.length > place.maxObjectSize();
        if (tooLong) {
            abandon();
        }
        offer(piece);
        return !tooLong;
    }

    private void offer(byte[] piece) {
        length += piece.length;
        full = !recorder.offer(piece);
    }

    /** Returns whether the next octets must wait until there is room. */
    boolean isFull() {
        return full;
    }

    private boolean isEnded() {
        return state == State.ENDED || state == State.OVER;
    }

    /** Returns whether nothing is recorded any more. */
    boolean isAbandoned() {
        return state == State.PASSING || state == State.OVER;
    }

    /** Returns whether nothing is missing, or at most this many announced octets. */
    boolean isNearlyComplete(long octetsMissing) {
        boolean nearly = announced.isPresent() && announced.getAsLong() - length <= octetsMissing;
        return state == State.ENDED || (state == State.RECORDING && nearly);
    }

    /** Returns whether anybody needs the rest. */
    boolean isNeeded() {
        return !isAbandoned() || recorder.isRead();
    }

    void complete() {
        state = isAbandoned() ? State.OVER : State.ENDED;
        recorder.complete();
    }

    /** Gives up recording; readers continue. */
    void abandon() {
        stopRecording();
        recorder.abandon();
    }

    private void stopRecording() {
        state = isEnded() ? State.OVER : State.PASSING;
    }

    /** The content breaks off, unless it has ended. */
    void fail(Throwable error) {
        boolean breaksOff = !isEnded();
        state = State.OVER;
        if (breaksOff) {
            recorder.fail(error);
        }
    }
}
