package dev.larder.gateway.exchange;

import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Passes one 206 on to the exchange that has caused it, while it is stored in slices. The last octets are passed on when the store has
 * taken all, or after {@link BodyRecorder#PATIENCE}: a client that has the whole response finds it stored.
 */
final class SliceRecording implements ContentReceiver {

    private final FetchAttempt.Participants participants;
    private final ExchangeContext context;
    private final SliceRecorder recorder;
    private @Nullable ByteBuf last;

    SliceRecording(FetchAttempt.Participants participants, ExchangeContext context, SliceRecorder recorder) {
        this.participants = participants;
        this.context = context;
        this.recorder = recorder;
    }

    void begin(ResponseHead head) {
        context.report().stored();
        participants.initiator().head(head);
    }

    @Override
    public boolean receive(ByteBuf octets) {
        boolean before = recorder.isComplete();
        recorder.add(octets);
        if (recorder.isComplete() && !before) {
            last = octets;
            return true;
        }
        return participants.initiator().receive(octets);
    }

    @Override
    public void received() {
        participants.initiator().received();
    }

    @Override
    public void end() {
        if (!recorder.isComplete()) {
            failed(new TruncatedResponseException());
            return;
        }
        context.deliverOnceStored(recorder.end(), this::stored, () -> {
            passLast();
            participants.initiator().end();
        });
    }

    private void stored(Optional<Reason> notStored) {
        notStored.ifPresentOrElse(
                context.counter().traffic()::notStored, context.counter().traffic()::stored);
    }

    private void passLast() {
        ByteBuf octets = last;
        last = null;
        if (octets != null) {
            participants.initiator().receive(octets);
        }
    }

    @Override
    public void failed(Throwable error) {
        recorder.end().subscribe();
        context.report().notStored(Reason.TRUNCATED);
        passLast();
        participants.initiator().failed(error);
    }

    /** Nobody else gets the response, and what is stored of it is of use without the rest. */
    @Override
    public boolean isForInitiator() {
        return isWorthCancelling();
    }

    @Override
    public boolean isWorthCancelling() {
        return !recorder.isEnded();
    }

    @Override
    public void cancelled() {
        recorder.end().subscribe();
        if (last != null) {
            last.release();
            last = null;
        }
    }
}
