package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.CollapsedFetch;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The client whose request went to the origin, for as long as it stays. A background request has none. */
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

    /** A client that waits for this flight. */
    static FetchInitiator of(CollapsedFetch fetch) {
        return new FetchInitiator(fetch, false);
    }

    /** No client: the request is Larder's own, made in the background. */
    static FetchInitiator background(CollapsedFetch fetch) {
        return new FetchInitiator(fetch, true);
    }

    /** Whether no client has asked: who asked before has been answered from the store. */
    boolean isBackground() {
        return background;
    }

    /** The origin request it leads. */
    CollapsedFetch flight() {
        return fetch;
    }

    /** What the client gets; cancelled when it leaves. */
    Mono<InitiatorResponse> answering() {
        return answering.asMono();
    }

    /** Hands the answer over; if the client has left or leaves before it is done, {@code unclaimed} is run. */
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

    /** The client has left. */
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
