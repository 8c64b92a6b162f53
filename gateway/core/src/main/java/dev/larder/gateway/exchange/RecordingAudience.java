package dev.larder.gateway.exchange;

import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.GrowingBody;
import dev.larder.rfc9111.Incremental;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import java.util.OptionalLong;

/** Decides who else gets a response while it is recorded: requests that have joined its fetch, or will. Confined to its loop. */
final class RecordingAudience {

    private final CollapsedFetch shared;
    private final ExchangeContext context;
    private final RecordedResponse what;
    private final boolean stream;
    private final boolean namesPools;
    private Others others = Others.WAITING;

    /** What the requests have got that have joined the fetch. */
    private enum Others {

        /** Nothing. */
        WAITING,

        /** The response, while it arrives. */
        ANNOUNCED,

        /** They do without the response. */
        RELEASED
    }

    RecordingAudience(CollapsedFetch shared, ExchangeContext context, RecordedResponse what) {
        this.shared = shared;
        this.context = context;
        this.what = what;
        this.stream = Incremental.isStream(what.head().fields());
        this.namesPools =
                !context.request().rule().invalidation().contentPools().isEmpty();
    }

    /** Releases those that have joined if they cannot use the response, or must not wait for its octets. */
    void begin() {
        if (stream || !what.stored().isFresh(context.now())) {
            others = Others.RELEASED;
            context.services().fetches().noteUnshareable(context.request());
            shared.end(new CollapsedFetchOutcome.Released(stream ? Reason.INCREMENTAL : Reason.STALE));
        }
    }

    /** Returns whether the response has no end that could be waited for. */
    boolean isStream() {
        return stream;
    }

    /** Returns whether only the initiator gets the response. */
    boolean isReleased() {
        return others == Others.RELEASED;
    }

    /** Returns whether the response is still to be announced: its content does not name what invalidates it. */
    boolean isWaiting() {
        return others == Others.WAITING && !namesPools;
    }

    /**
     * Announces where the content is read from while it arrives, perhaps once more. Those that joined after a write do not get the
     * response: its tags have not been known before; from now on, {@link CollapsedFetches#join} compares them.
     */
    StoredResponse announce(BodyRecorder recorder, OptionalLong length) {
        StoredResponse growing = what.stored().withBody(new GrowingBody(recorder, length.orElse(StoredBody.UNKNOWN)));
        if (isReleased() || namesPools) {
            return growing;
        }
        boolean first = others == Others.WAITING;
        others = Others.ANNOUNCED;
        if (!first || context.store().isShareable(what.stamp())) {
            shared.announce(new CollapsedFetchOutcome.Streaming(growing, shared::leave));
        } else {
            others = Others.RELEASED;
            shared.end(new CollapsedFetchOutcome.Released(Reason.VOIDED));
        }
        return growing;
    }

    /** The response is not recorded any more; those who read it go on, others cannot join. */
    void lose(Reason reason) {
        if (reason == Reason.TOO_LARGE) {
            context.services().fetches().noteUnshareable(context.request());
        }
        boolean goesOn = reason == Reason.TOO_LARGE || reason == Reason.NO_MEMORY || reason == Reason.STORE_FAULT;
        shared.end(
                goesOn
                        ? new CollapsedFetchOutcome.Released(reason)
                        : new CollapsedFetchOutcome.Failed(Failure.CONNECTION));
    }
}
