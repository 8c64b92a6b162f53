package dev.larder.gateway.exchange;

import dev.larder.rfc9111.RequestHead;
import java.time.Duration;

/**
 * The exchanges that need the response of a {@link Fetch}: its initiator, and those that have joined its {@link CollapsedFetch}. Cancels
 * the response when none of them needs it.
 *
 * <p>Confined to the loop of the initiator's client. Exchanges on other loops know only the {@code CollapsedFetch}: the last one that
 * leaves hands {@link #onEmpty} over, so that no request can join a fetch that is being cancelled.
 */
final class FetchParticipants {

    /** How long a request whose client has left continues, for requests that may still join. */
    static final Duration LINGER = Duration.ofSeconds(2);

    private final ExchangeLoop loop;
    private final CollapsedFetch shared;
    private final boolean background;
    private FetchInitiator initiator;
    private FetchResponse response;

    /** @param initiator the exchange that the fetch is begun for; {@link FetchInitiator#NONE} for one in the background */
    FetchParticipants(ExchangeLoop loop, CollapsedFetch shared, FetchInitiator initiator, FetchResponse response) {
        this.loop = loop;
        this.shared = shared;
        this.background = initiator == FetchInitiator.NONE;
        this.initiator = initiator;
        this.response = response;
    }

    FetchInitiator initiator() {
        return initiator;
    }

    CollapsedFetch shared() {
        return shared;
    }

    /** Returns whether the fetch was begun without a client. */
    boolean isBackground() {
        return background;
    }

    /** Makes the request of the fetch. */
    void ask(RequestHead head) {
        shared.onGiveUp(() -> loop.execute(this::onEmpty));
        response.ask(head);
    }

    /** The fetch makes another request, whose response takes the place of the earlier one. */
    void expect(FetchResponse next) {
        response = next;
    }

    /** Called when the initiator's client has left, or has its response; perhaps more than once. */
    void leave() {
        boolean first = initiator != FetchInitiator.NONE;
        initiator = FetchInitiator.NONE;
        cancelIfUnneeded();
        if (first) {
            shared.leave();
        }
    }

    /** Cancels if the initiator has left, and all those that had joined have been released. */
    void cancelIfUnneeded() {
        if (!background && initiator == FetchInitiator.NONE && response.isForInitiator()) {
            response.cancel();
        }
    }

    /** Called when the initiator's client keeps up again, or there is room for more. */
    void resume() {
        response.resume();
    }

    /** Called when the rest of the response is of no use any more. */
    void drain() {
        response.drain();
    }

    /** Called when all exchanges have left, unless one has joined again. */
    private void onEmpty() {
        if (response.isAwaited() && shared.joinable()) {
            loop.schedule(LINGER, this::cancelUnlessUseful);
        } else {
            cancelUnlessUseful();
        }
    }

    private void cancelUnlessUseful() {
        ContentReceiver receiver = response.receiver();
        boolean useful = !response.isAwaited() && (receiver == null || !receiver.isWorthCancelling());
        boolean unneeded = initiator == FetchInitiator.NONE && response.isForInitiator();
        if (unneeded || (!useful && shared.closeIfEmpty())) {
            response.cancel();
        }
    }
}
