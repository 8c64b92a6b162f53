package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores one origin response while it arrives, as a transaction: all of the message is stored, or none (RFC 9111 3.3).
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>exchanges that have joined</th><th>the initiator</th><th>left when</th></tr>
 * <tr><td>recording</td><td>wait; released if the response is stale on arrival</td><td>gets the octets as they arrive, but for
 * the last ones; waits if all have been received at once, or if its own range or conditions were kept back from the
 * origin</td><td>the end is received, it is too large, breaks off, or is cancelled</td></tr>
 * <tr><td>storing</td><td>wait</td><td>waits</td><td>the store has completed; the initiator waits {@link
 * BodyRecorder#PATIENCE} at most</td></tr>
 * <tr><td>stored, or not</td><td>get the response; released if a write voids it</td><td>gets the rest</td><td></td></tr>
 * <tr><td>passing: too large</td><td>released</td><td>gets the octets as they arrive; if it has left, they are
 * drained</td><td></td></tr>
 * </table>
 *
 * <p>So a client that has the whole response finds it stored. The response is stored with the stamp taken before the fetch:
 * {@link ResponseStore#add} rejects it if a write has invalidated it in the meantime.
 */
final class FetchRecording implements ContentReceiver {

    private static final long WORTH_FINISHING = 64 * 1024;

    private static final List<String> PARTIAL =
            List.of("Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since");

    private final Fetch fetch;
    private final ExchangeContext context;
    private final Recorded what;
    private final HeapRecording recording;
    private final boolean atHand;
    private boolean waits;
    private boolean released;
    private boolean passing;
    private boolean storing;
    private @Nullable ByteBuf last;

    /**
     * The response.
     *
     * @param head head as it was received
     * @param stored what is to be stored, without its body
     * @param stamp its stamp, with the tags that it names itself
     * @param cost nanoseconds from the request to the head
     */
    record Recorded(ResponseHead head, StoredResponse stored, EpochStamp stamp, long cost) {}

    /** @param atHand whether the whole response has been received with its head */
    FetchRecording(Fetch fetch, ExchangeContext context, Recorded what, HeapRecording recording, boolean atHand) {
        this.fetch = fetch;
        this.context = context;
        this.what = what;
        this.recording = recording;
        this.atHand = atHand;
    }

    /** @param validating whether the client's own range and conditions were kept back from the origin */
    void begin(boolean validating) {
        context.report().stored();
        fetch.shared().brings(what.stamp());
        if (!what.stored().fresh(context.now())) {
            released = true;
            context.request().setUnshareable(context.services().fetches());
            fetch.shared().end(new CollapsedFetchOutcome.Released(Reason.STALE));
        }
        waits = validating && PARTIAL.stream().anyMatch(context.request().head().fields()::contains);
        if (!waits && !atHand) {
            fetch.initiator().head(what.head().endToEnd());
        }
    }

    @Override
    public boolean data(ByteBuf octets) {
        if (!passing && !recording.add(octets)) {
            dropped(Reason.TOO_LARGE);
            if (fetch.initiator() == FetchInitiator.NONE) {
                octets.release();
                fetch.drain();
                return true;
            }
            pass();
        }
        if (passing) {
            return fetch.initiator().data(octets);
        }
        if (waits || atHand) {
            octets.release();
        } else if (recording.isComplete()) {
            last = octets;
        } else {
            fetch.initiator().data(octets);
        }
        return true;
    }

    /** From now on, nothing is recorded; the initiator gets what it has been waiting for. */
    private void pass() {
        passing = true;
        if (waits || atHand) {
            fetch.initiator().head(what.head().endToEnd());
            fetch.initiator().data(Unpooled.wrappedBuffer(recording.octets()));
        }
    }

    @Override
    public void received() {
        fetch.initiator().received();
    }

    @Override
    public void end() {
        if (passing) {
            fetch.initiator().end();
            return;
        }
        storing = true;
        StoredBody body = recording.body();
        StoredResponse whole = what.stored().withBody(body);
        fetch.refetch().brought(what.head(), body);
        ExchangeRequest request = context.request();
        if (fetch.isBackground()) {
            context.services().events().refreshed(request.route(), what.cost());
        } else {
            context.services().events().fetched(request.route(), request.key(), whole, what.cost(), what.stamp());
        }
        fetch.store(
                context.store().add(request.key(), whole, request.policy(), what.stamp(), what.cost()),
                notStored -> committed(whole, notStored),
                () -> deliver(whole));
    }

    private void committed(StoredResponse whole, Optional<Reason> notStored) {
        notStored.ifPresent(reason -> {
            context.report().notStored(reason);
            context.counter().notKept(context.request(), reason, whole, what.stamp());
        });
        fetch.shared()
                .end(
                        notStored.equals(Optional.of(Reason.VOIDED))
                                ? new CollapsedFetchOutcome.Released(Reason.VOIDED)
                                : new CollapsedFetchOutcome.Completed(whole));
        if (notStored.isEmpty()) {
            context.counter().traffic().stored();
            context.whenReusable().run();
        }
    }

    private void deliver(StoredResponse whole) {
        if (waits) {
            fetch.initiator().stored(whole);
        } else if (atHand) {
            fetch.initiator().whole(what.head().endToEnd(), recording.octets());
        } else {
            passLast();
            fetch.initiator().end();
        }
    }

    private void passLast() {
        ByteBuf octets = last;
        last = null;
        if (octets != null) {
            fetch.initiator().data(octets);
        }
    }

    private void dropped(Reason reason) {
        context.report().notStored(reason);
        context.counter().traffic().notStored(reason);
        if (reason == Reason.TOO_LARGE) {
            context.request().setUnshareable(context.services().fetches());
        }
        fetch.shared()
                .end(
                        reason == Reason.TOO_LARGE
                                ? new CollapsedFetchOutcome.Released(reason)
                                : new CollapsedFetchOutcome.Failed(Failure.CONNECTION));
    }

    @Override
    public void failed(Throwable error) {
        if (!passing) {
            dropped(Reason.TRUNCATED);
            passLast();
        }
        fetch.initiator().failed(waits ? new TruncatedResponseException() : error);
    }

    @Override
    public boolean isForInitiator() {
        return passing || (released && isWorthCancelling());
    }

    @Override
    public boolean isWorthCancelling() {
        return !storing && (passing || !recording.isNearlyComplete(WORTH_FINISHING));
    }

    @Override
    public void cancelled() {
        if (!passing) {
            dropped(Reason.ABORTED);
        }
        if (last != null) {
            last.release();
            last = null;
        }
    }
}
