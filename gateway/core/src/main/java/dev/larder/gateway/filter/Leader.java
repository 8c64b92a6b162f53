package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Flight;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The client whose request went to the origin, for as long as it stays. A background request has none. */
final class Leader {

    private final Sinks.One<Answering> answering = Sinks.one();
    private final Flight flight;
    private final boolean background;
    private boolean gone;
    private Runnable onLeave = () -> {};

    private Leader(Flight flight, boolean background) {
        this.flight = flight;
        this.background = background;
        this.gone = background;
    }

    /** A client that waits for this flight. */
    static Leader of(Flight flight) {
        return new Leader(flight, false);
    }

    /** No client: the request is Larder's own, made in the background. */
    static Leader background(Flight flight) {
        return new Leader(flight, true);
    }

    /** Whether no client has asked: who asked before has been answered from the store. */
    boolean isBackground() {
        return background;
    }

    /** The origin request it leads. */
    Flight flight() {
        return flight;
    }

    /** What the client gets; cancelled when it leaves. */
    Mono<Answering> answering() {
        return answering.asMono();
    }

    /** Hands the answer over; if the client has left or leaves before it is done, {@code unclaimed} is run. */
    void deliver(Answering answer, Runnable unclaimed) {
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
        flight.leave();
    }
}
