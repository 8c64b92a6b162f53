package dev.larder.gateway.exchange;

import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * One origin request and those who wait for it (collapsed forwarding, RFC 9111 4). It is given up when its leader has
 * left and nobody waits; until then a leader that leaves harms nobody.
 */
public final class Flight {

    private final Sinks.One<FlightOutcome> outcome = Sinks.one();
    private final Consumer<Flight> ended;
    private Runnable giveUp = () -> {};
    private int aboard = 1;
    private boolean closed;
    private boolean over;

    /** @param ended told once, when nobody can join any more */
    Flight(Consumer<Flight> ended) {
        this.ended = ended;
    }

    /** A flight that nobody can join. */
    public static Flight alone() {
        var flight = new Flight(nobody -> {});
        flight.closed = true;
        return flight;
    }

    /** Waits for the outcome; empty if this flight takes nobody aboard any more. */
    Optional<Mono<FlightOutcome>> join() {
        synchronized (this) {
            if (closed) {
                return Optional.empty();
            }
            aboard++;
        }
        return Optional.of(outcome.asMono().doOnCancel(this::leave));
    }

    /** What to do when everybody has left. At once, if everybody has. */
    public void onGiveUp(Runnable action) {
        synchronized (this) {
            giveUp = action;
            if (aboard > 0 || over) {
                return;
            }
        }
        action.run();
    }

    /** The leader, or one who waits, has left. */
    public void leave() {
        Runnable action;
        synchronized (this) {
            aboard--;
            if (aboard > 0 || over) {
                return;
            }
            closed = true;
            action = giveUp;
        }
        ended.accept(this);
        action.run();
    }

    /** Tells everybody how it ended; only the first word counts. */
    public void end(FlightOutcome how) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            closed = true;
        }
        ended.accept(this);
        outcome.tryEmitValue(how);
    }
}
