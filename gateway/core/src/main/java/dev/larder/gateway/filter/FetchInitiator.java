package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.CollapsedFetch;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The client whose request initiated a fetch, until it leaves. A background fetch has none. */
final class FetchInitiator {

    private final Sinks.One<InitiatorResponse> answering = Sinks.one();
    private final CollapsedFetch fetch;
    private final boolean background;
    private boolean gone;
    private Runnable onLeave = () -> {};

    private FetchInitiator(CollapsedFetch fetch, boolean background) {
        this.fetch = fetch;
        this.background = background;
        this.gone = background;
    }

    /** Creates the initiator for a client that waits for this fetch. */
    static FetchInitiator of(CollapsedFetch fetch) {
        return new FetchInitiator(fetch, false);
    }

    /** Creates the initiator of Larder's own background request, without a client. */
    static FetchInitiator background(CollapsedFetch fetch) {
        return new FetchInitiator(fetch, true);
    }

    /** Returns whether there is no client: the request that caused the fetch has been answered from the store. */
    boolean isBackground() {
        return background;
    }

    /** Returns the fetch it initiated. */
    CollapsedFetch flight() {
        return fetch;
    }

    /** Returns the client's response; to be cancelled when it leaves. */
    Mono<InitiatorResponse> answering() {
        return answering.asMono();
    }

    /** Delivers the response; runs {@code unclaimed} if the client has left, or leaves before the response is complete. */
    void deliver(InitiatorResponse answer, Runnable unclaimed) {
        synchronized (this) {
            onLeave = unclaimed;
            if (gone) {
                unclaimed.run();
                return;
            }
        }
        answering.tryEmitValue(answer);
    }

    /** Called when the client has left. */
    void leave() {
        Runnable action;
        synchronized (this) {
            if (gone) {
                return;
            }
            gone = true;
            action = onLeave;
        }
        action.run();
        fetch.leave();
    }
}
