package dev.larder.gateway.exchange;

import dev.larder.cache.spi.Stamp;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * One origin request and those who wait for it (collapsed forwarding, RFC 9111 4). A leader that leaves harms nobody:
 * only when all have left, and what is still to come is not worth it, the request is given up.
 */
public final class Flight {

    private final Consumer<Flight> ended;
    private volatile Stamp stamp;
    private BooleanSupplier giveUp = () -> false;
    private Sinks.@Nullable One<FlightOutcome> waitedFor;
    private FlightOutcome.@Nullable Landing announced;
    private int aboard = 1;
    private boolean closed;
    private boolean over;
    private boolean gone;
    private Claims.Over whenOver = shared -> {};

    /**
     * A flight with nobody but its leader aboard.
     *
     * @param stamp of what it will bring
     * @param ended told once, when nobody can join any more
     */
    Flight(Stamp stamp, Consumer<Flight> ended) {
        this.stamp = stamp;
        this.ended = ended;
    }

    /** A flight that nobody can join. */
    public static Flight alone(Stamp stamp) {
        var flight = new Flight(stamp, nobody -> {});
        flight.closed = true;
        return flight;
    }

    /** The stamp of what it will bring, taken before it was forwarded; with all its tags once they are known. */
    public Stamp stamp() {
        return stamp;
    }

    /** What it brings has this stamp. */
    public void brings(Stamp known) {
        stamp = known;
    }

    /** Tells once, when it is over, whether others can use what it has brought. */
    public void whenOver(Claims.Over told) {
        synchronized (this) {
            if (!gone) {
                whenOver = told;
                return;
            }
        }
        told.tell(true);
    }

    /** Waits for the outcome; empty if this flight takes nobody aboard any more. */
    Optional<Mono<FlightOutcome>> join() {
        Sinks.One<FlightOutcome> outcome;
        synchronized (this) {
            Optional<FlightOutcome.Landing> landing = joinLanding();
            if (closed || landing.isPresent()) {
                return landing.map(Mono::just);
            }
            aboard++;
            outcome = waitedFor == null ? Sinks.one() : waitedFor;
            waitedFor = outcome;
        }
        return Optional.of(outcome.asMono().doOnCancel(this::leave));
    }

    /** What it has announced; empty if it has announced nothing, or takes nobody aboard any more. */
    Optional<FlightOutcome.Landing> joinLanding() {
        synchronized (this) {
            if (closed || announced == null) {
                return Optional.empty();
            }
            aboard++;
            return Optional.of(announced);
        }
    }

    /** Whether others may wait for it. */
    public boolean joinable() {
        synchronized (this) {
            return !closed;
        }
    }

    /** How to give the request up when everybody has left; false if it goes on all the same. Asked at once, if they have. */
    public void onGiveUp(BooleanSupplier action) {
        synchronized (this) {
            giveUp = action;
        }
        unlessAbandoned();
    }

    /** The leader, or one who waits, has left. */
    public void leave() {
        synchronized (this) {
            aboard--;
        }
        unlessAbandoned();
    }

    /** Takes nobody aboard any more if nobody is; false if somebody is, or it is over. */
    public boolean closeIfEmpty() {
        synchronized (this) {
            if (aboard > 0 || over) {
                return false;
            }
            closed = true;
        }
        ended(true);
        return true;
    }

    private void ended(boolean shared) {
        Claims.Over told;
        synchronized (this) {
            gone = true;
            told = whenOver;
            whenOver = again -> {};
        }
        ended.accept(this);
        told.tell(shared);
    }

    private void unlessAbandoned() {
        synchronized (this) {
            if (aboard > 0 || over || !giveUp.getAsBoolean()) {
                return;
            }
            closed = true;
        }
        ended(true);
    }

    /** Tells everybody, and whoever comes until it is over, what it is bringing. */
    public void announce(FlightOutcome.Landing landing) {
        Sinks.One<FlightOutcome> outcome;
        synchronized (this) {
            if (over || closed) {
                return;
            }
            announced = landing;
            outcome = waitedFor;
            waitedFor = null;
        }
        if (outcome != null) {
            outcome.tryEmitValue(landing);
        }
    }

    /** Tells everybody how it ended; only the first word counts. */
    public void end(FlightOutcome how) {
        Sinks.One<FlightOutcome> outcome;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            closed = true;
            outcome = waitedFor;
        }
        ended(!(how instanceof FlightOutcome.Released));
        if (outcome != null) {
            outcome.tryEmitValue(how);
        }
    }
}
