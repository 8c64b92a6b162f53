package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.StepOutcome;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.ReadableBody;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Stores one origin response while it arrives, as a transaction: all of the message is stored, or none (RFC 9111 3.3).
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>exchanges that have joined</th><th>the initiator</th><th>left when</th></tr>
 * <tr><td>recording in the heap</td><td>read along from the first octets on that are passed to the initiator; released
 * if the response is stale on arrival, or a stream; wait if its content names pools</td><td>gets the octets as they arrive, at
 * whatever pace (what waits for it counts in its connection's backlog), but for the last ones; waits if all have been received at once, or if its own range or conditions were kept back from the
 * origin</td><td>the end is received, it is too large, breaks off, or is cancelled</td></tr>
 * <tr><td>recording outside the heap: too large for that</td><td>read along; released if a write voids it</td><td>reads along at its own pace; waits as before if the length is not announced</td><td>the end is received, the recorder
 * gives up, it is too large for that too, breaks off, or is cancelled</td></tr>
 * <tr><td>storing</td><td>wait, as the initiator</td><td>waits</td><td>the store has completed; the initiator waits {@link
 * BodyRecorder#PATIENCE} at most</td></tr>
 * <tr><td>stored, or not</td><td>get the response; released if a write voids it</td><td>gets the rest</td><td></td></tr>
 * <tr><td>passing: too large</td><td>released; those who read along go on, together with the initiator</td><td>gets the octets as they arrive; if it has left, they are
 * drained</td><td></td></tr>
 * </table>
 *
 * <p>So a client that has the whole response finds it stored. The response is stored with the stamp taken before the fetch:
 * {@link ResponseStore#add} rejects it if a write has invalidated it in the meantime.
 */
final class FetchRecording implements ContentReceiver, LargeRecording.Listener {

    private static final long WORTH_FINISHING = 64 * 1024;

    private final FetchAttempt.Participants participants;
    private final ExchangeContext context;
    private final RecordedResponse what;
    private final HeapRecording recording;
    private final boolean atHand;
    private final Optional<BodyRecorderFactory> beyondHeap;
    private final OptionalLong announced;
    private final RefetchComparison refetch;
    private final RecordingAudience audience;
    private final CacheStepObservation step;
    private @Nullable LargeRecording large;
    private BodyRecorder.@Nullable Reader unread;
    private Stage stage = Stage.RECORDING;
    private boolean waits;
    private @Nullable ByteBuf last;

    private enum Stage {
        RECORDING,
        STORING,
        PASSING
    }

    /**
     * @param memory has taken what is {@linkplain HeapRecording#needed needed at first}
     * @param atHand whether the whole response has been received with its head
     * @param refetch is told of the content
     */
    FetchRecording(
            FetchAttempt.Participants participants,
            ExchangeContext context,
            RecordedResponse what,
            ContentMemory.Claim memory,
            boolean atHand,
            RefetchComparison refetch) {
        CacheLimits limits = context.services().limits();
        RequestRule rule = context.request().rule();
        long limit = limits.maxObjectSize(rule);
        this.participants = participants;
        this.context = context;
        this.what = what;
        this.audience = new RecordingAudience(participants.shared(), context, what);
        this.announced = what.head().announcedLength();
        boolean fits = announced.orElse(0) <= limit;
        this.recording = new HeapRecording(announced, fits ? limit : 0, memory);
        this.atHand = atHand && fits;
        this.beyondHeap = limits.beyondHeap(rule, announced);
        this.refetch = refetch;
        this.step = context.hooks().step(CacheStep.STORE);
    }

    /** @param validating whether the client's own range and conditions were kept back from the origin */
    void begin(boolean validating) {
        context.report().stored();
        participants.shared().brings(what.stamp());
        audience.begin();
        waits = validating && !audience.isStream() && context.request().isRangeOrConditional();
        if (!waits && !atHand) {
            participants.initiator().head(what.head());
        }
        participants.cancelIfUnneeded();
    }

    @Override
    public boolean receive(ByteBuf octets) {
        Reason outgrown = large == null && stage != Stage.PASSING ? recording.add(octets) : null;
        if (outgrown != null) {
            outgrown(outgrown);
        }
        if (large != null) {
            return addTo(large, octets);
        }
        if (stage == Stage.PASSING) {
            if (participants.initiator() == FetchInitiator.NONE) {
                octets.release();
                drain();
                return true;
            }
            return participants.initiator().receive(octets);
        }
        if (waits || atHand) {
            octets.release();
        } else if (recording.isComplete()) {
            last = octets;
        } else {
            announceBeforeItIsSeen();
            participants.initiator().receive(octets);
        }
        return true;
    }

    /** The content is too large for the heap, or for what is left of it. */
    private void outgrown(Reason reason) {
        byte[] recorded = recording.octets();
        if (beyondHeap.isEmpty()) {
            dropped(reason);
            if (recording.clearUnlessRead()) {
                pass(recorded);
            } else {
                passTogether(recorded.length);
            }
            return;
        }
        var begun = new LargeRecording(beyondHeap.get(), announced, recorded, context, this);
        large = begun;
        recording.continueIn(begun.recorder());
        if (waits && announced.isPresent()) {
            waits = false;
            participants.initiator().stored(audience.announce(begun.recorder(), announced));
        } else if (waits || atHand) {
            unread = begun.recorder().readOn(0);
            audience.announce(begun.recorder(), announced);
        } else {
            participants.initiator().continuesIn(begun.recorder().readOn(recorded.length));
            audience.announce(begun.recorder(), announced);
        }
        participants.initiator().atEnd(() -> context.loop().run(participants::leave));
        participants.cancelIfUnneeded();
    }

    /** The initiator becomes one of those who read along. */
    private void passTogether(int passed) {
        BodyRecorderFactory place = recording.passing(context.loop(), context::now);
        var begun = new LargeRecording(place, announced, new byte[0], context, this);
        begun.abandon();
        large = begun;
        if (waits || atHand) {
            participants.initiator().head(what.head());
        }
        participants.initiator().continuesIn(recording.readOn(waits || atHand ? 0 : passed));
        participants.initiator().atEnd(() -> context.loop().run(participants::leave));
    }

    private boolean addTo(LargeRecording begun, ByteBuf octets) {
        if (!begun.add(octets)) {
            lost(Reason.TOO_LARGE);
        }
        if (!begun.isNeeded()) {
            drain();
            return true;
        }
        return !begun.isFull();
    }

    private void drain() {
        recording.drained();
        participants.drain();
    }

    @Override
    public boolean isFull() {
        return large != null && large.isFull();
    }

    /** Nothing is recorded any more, outside the heap; readers continue. */
    private void lost(Reason reason) {
        dropped(reason);
        BodyRecorder.Reader reader = unread;
        if (reader != null) {
            unread = null;
            participants.initiator().head(what.head());
            participants.initiator().continuesIn(reader);
        }
    }

    /** From now on, nothing is recorded; the initiator gets what it has been waiting for. */
    private void pass(byte[] recorded) {
        stage = Stage.PASSING;
        if (waits || atHand) {
            participants.initiator().head(what.head());
            participants.initiator().receive(Unpooled.wrappedBuffer(recorded));
        }
    }

    /** What is recorded outside the heap is flushed by those who read it. */
    @Override
    public void received() {
        if (large == null) {
            announceBeforeItIsSeen();
            participants.initiator().received();
        }
    }

    /** A client that has seen octets may ask for a part of them, which joins announced responses only. */
    private void announceBeforeItIsSeen() {
        if (stage != Stage.PASSING && !atHand && audience.isWaiting() && !recording.isComplete()) {
            audience.announce(recording, announced);
            participants.cancelIfUnneeded();
        }
    }

    /** A stream may pause as long as its initiator likes. */
    @Override
    public boolean hasIdleTimeout() {
        return !audience.isStream();
    }

    @Override
    public void end() {
        if (large != null) {
            large.complete();
        } else if (stage == Stage.PASSING) {
            participants.initiator().end();
        } else {
            StoredBody body = recording.body();
            recording.complete();
            store(body);
        }
    }

    /** The whole content is recorded. */
    private void store(StoredBody body) {
        stage = Stage.STORING;
        StoredResponse whole = what.stored().withBody(body);
        Optional<EpochStamp> known = context.stampOf(what.stamp(), what.head(), body);
        EpochStamp stamp = known.orElse(what.stamp());
        participants.shared().brings(stamp);
        refetch.brought(what.head(), body);
        var own = context.keyOf(whole);
        what.tell(context, whole, stamp, participants.isBackground());
        context.deliverOnceStored(
                known.map(named -> context.add(own, whole, named, what.cost()))
                        .orElseGet(() -> Mono.just(Optional.of(Reason.CONTENT_UNREADABLE))),
                notStored -> committed(whole, stamp, notStored),
                () -> deliver(whole));
    }

    private void committed(StoredResponse whole, EpochStamp stamp, Optional<Reason> notStored) {
        step.stored(notStored);
        notStored.ifPresent(reason -> {
            context.report().notStored(reason);
            context.counter().notKept(context.request(), reason, whole, stamp);
        });
        participants.shared().end(CollapsedFetchOutcome.whole(whole, notStored));
        recording.letGo();
        if (large != null) {
            large.recorder().letGo();
        }
        if (whole.body() instanceof ReadableBody readable) {
            participants.initiator().atEnd(readable::release);
        }
        if (notStored.isEmpty()) {
            context.counter().traffic().stored();
            context.hooks().reusable(false);
        }
    }

    private void deliver(StoredResponse whole) {
        recording.letGo();
        BodyRecorder.Reader reader = unread;
        if (reader != null) {
            unread = null;
            participants.initiator().stored(whole);
            reader.cancel();
        } else if (large == null && waits) {
            participants.initiator().stored(whole);
        } else if (large == null && atHand) {
            participants.initiator().whole(what.head(), Unpooled.wrappedBuffer(recording.octets()));
        } else if (large == null) {
            passLast();
            participants.initiator().end();
        }
    }

    private void passLast() {
        ByteBuf octets = last;
        last = null;
        if (octets != null) {
            participants.initiator().receive(octets);
        }
    }

    private void dropped(Reason reason) {
        if (reason == Reason.TRUNCATED) {
            step.failed(reason, new TruncatedResponseException());
        } else {
            step.ended(StepOutcome.NOT_STORED, reason);
        }
        context.report().notStored(reason);
        context.counter().traffic().notStored(reason);
        audience.lose(reason);
    }

    @Override
    public void failed(Throwable error) {
        if (large != null) {
            breakOff(large, Reason.TRUNCATED, error);
            return;
        }
        if (stage != Stage.PASSING) {
            dropped(Reason.TRUNCATED);
            recording.fail(error);
            passLast();
        }
        participants.initiator().failed(waits ? new TruncatedResponseException() : error);
    }

    /** Those who read along see the content break off. */
    private void breakOff(LargeRecording begun, Reason reason, Throwable error) {
        if (!begun.isAbandoned()) {
            dropped(reason);
        }
        participants.initiator().breaksOff(error);
        begun.fail(error);
        BodyRecorder.Reader reader = unread;
        if (reader != null) {
            unread = null;
            reader.cancel();
            participants.initiator().failed(new TruncatedResponseException());
        }
    }

    @Override
    public boolean isForInitiator() {
        boolean unneeded = large == null ? stage == Stage.PASSING : !large.isNeeded();
        return unneeded || (audience.isReleased() && !participants.isBackground() && isWorthCancelling());
    }

    @Override
    public boolean isWorthCancelling() {
        boolean nearly =
                large == null ? recording.isNearlyComplete(WORTH_FINISHING) : large.isNearlyComplete(WORTH_FINISHING);
        return stage == Stage.PASSING || (stage == Stage.RECORDING && !nearly);
    }

    @Override
    public void cancelled() {
        if (large != null) {
            breakOff(large, Reason.ABORTED, new TruncatedResponseException());
        } else if (stage != Stage.PASSING) {
            dropped(Reason.ABORTED);
            recording.fail(new TruncatedResponseException());
        }
        if (last != null) {
            last.release();
            last = null;
        }
    }

    @Override
    public void room() {
        participants.resume();
    }

    @Override
    public void recorded(ReadableBody body) {
        store(body);
    }

    @Override
    public void lost() {
        lost(Reason.STORE_FAULT);
        if (large != null && !large.isNeeded()) {
            drain();
            participants.resume();
        }
    }
}
