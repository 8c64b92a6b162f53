package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A collapsed fetch: one origin request, and the requests that wait for its result (RFC 9111 4).
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>a new request</th><th>left by</th></tr>
 * <tr><td>open</td><td>joins and waits</td><td>{@link #announce}, {@link #end}, {@link #closeIfEmpty}</td></tr>
 * <tr><td>announced</td><td>joins and gets the announced response</td><td>{@link #end}, {@link #closeIfEmpty}</td></tr>
 * <tr><td>closed: abandoned, or {@link #alone}</td><td>cannot join</td><td>{@link #end}</td></tr>
 * <tr><td>over</td><td>cannot join</td><td>never</td></tr>
 * </table>
 *
 * <p>{@code aboard} counts the request that began the fetch and those that have joined it. Each must leave exactly once, if it
 * leaves before the fetch is over, or reads what has been announced; when the fetch is over, the others need not.
 * When the last one leaves, the give-up action is run. The fetch goes on and can still be joined until that action, or what
 * it has scheduled, abandons it by {@link #closeIfEmpty}. A fetch that Larder makes by itself in the background has no client
 * that could leave, so it is never abandoned. After an announced fetch is over, the action is run whenever one leaves: what has
 * been announced may still arrive for those who read it.
 *
 * <p>Any thread may call any method. The monitor guards all fields but the stamp, which is volatile. Waiting requests and all
 * callbacks are called without the monitor. {@code ended} may be called twice, when the fetch is abandoned and when it is over;
 * {@code whenOver} is called at most once.
 */
public final class CollapsedFetch {

    private final Consumer<CollapsedFetch> ended;
    private volatile EpochStamp stamp;
    private Runnable giveUp = () -> {};
    private Sinks.@Nullable One<CollapsedFetchOutcome> waitedFor;
    private CollapsedFetchOutcome.@Nullable Streaming announced;
    private int aboard = 1;
    private State state = State.OPEN;
    private FetchClaims.CompletionListener whenOver = shared -> {};

    /** Who may join: announced or not, it is open until nobody may. */
    private enum State {
        OPEN,
        ALONE,
        ABANDONED,
        OVER
    }

    /**
     * Creates a fetch that only its initiator has joined.
     *
     * @param stamp stamp of the response to be fetched
     * @param ended called when no request can join any more
     */
    CollapsedFetch(EpochStamp stamp, Consumer<CollapsedFetch> ended) {
        this.stamp = stamp;
        this.ended = ended;
    }

    /** Creates a fetch that cannot be joined. */
    public static CollapsedFetch alone(EpochStamp stamp) {
        var alone = new CollapsedFetch(stamp, nobody -> {});
        alone.state = State.ALONE;
        return alone;
    }

    /** Returns the stamp of the response, taken before the request was forwarded; with all tags once they are known. */
    public EpochStamp stamp() {
        return stamp;
    }

    /** Sets the stamp of the response. */
    public void brings(EpochStamp known) {
        stamp = known;
    }

    /** Registers a listener that is told once, when the fetch is over, whether other requests can use its result. */
    public void whenOver(FetchClaims.CompletionListener told) {
        synchronized (this) {
            if (state == State.OPEN || state == State.ALONE) {
                whenOver = told;
                return;
            }
        }
        told.tell(true);
    }

    /** Joins the fetch and waits for its outcome; empty if it cannot be joined any more. */
    Optional<Mono<CollapsedFetchOutcome>> join() {
        Sinks.One<CollapsedFetchOutcome> outcome;
        synchronized (this) {
            Optional<CollapsedFetchOutcome.Streaming> streaming = joinAnnounced(false);
            if (state != State.OPEN || streaming.isPresent()) {
                return streaming.map(found -> waiting(Mono.just(found)));
            }
            aboard++;
            outcome = waitedFor == null ? Sinks.one() : waitedFor;
            waitedFor = outcome;
        }
        return Optional.of(waiting(outcome.asMono()));
    }

    private Mono<CollapsedFetchOutcome> waiting(Mono<? extends CollapsedFetchOutcome> outcome) {
        Runnable leave = once(this::leave);
        return outcome.<CollapsedFetchOutcome>map(how -> how instanceof CollapsedFetchOutcome.Streaming streaming
                        ? new CollapsedFetchOutcome.Streaming(streaming.response(), leave)
                        : how)
                .doOnCancel(leave);
    }

    /** A waiting request may be cancelled after it has received the announcement, and also leaves when it ends. */
    private static Runnable once(Runnable action) {
        var done = new AtomicBoolean();
        return () -> {
            if (done.compareAndSet(false, true)) {
                action.run();
            }
        };
    }

    /** Joins and returns the announced response; empty if none of known length is announced, or the fetch cannot be joined any more. */
    Optional<CollapsedFetchOutcome.Streaming> joinLanding() {
        return joinAnnounced(true);
    }

    private Optional<CollapsedFetchOutcome.Streaming> joinAnnounced(boolean sized) {
        synchronized (this) {
            if (state != State.OPEN || announced == null || (sized && !announced.isSized())) {
                return Optional.empty();
            }
            aboard++;
            return Optional.of(announced);
        }
    }

    /** Returns whether other requests may join. */
    public boolean isJoinable() {
        synchronized (this) {
            return state == State.OPEN;
        }
    }

    /** Sets the action to be run when all have left, each time; at once if all have left. */
    public void onGiveUp(Runnable action) {
        synchronized (this) {
            giveUp = action;
        }
        giveUpIfEmpty();
    }

    /** Called when the initiator or a joined request leaves. */
    public void leave() {
        synchronized (this) {
            aboard--;
        }
        giveUpIfEmpty();
    }

    private void giveUpIfEmpty() {
        Runnable action;
        synchronized (this) {
            if (state == State.OVER ? announced == null : aboard > 0) {
                return;
            }
            action = giveUp;
        }
        action.run();
    }

    /** Closes the fetch if all requests have left; returns false if one has not, or if the fetch is over. */
    public boolean closeIfEmpty() {
        FetchClaims.CompletionListener told;
        synchronized (this) {
            if (aboard > 0 || state == State.OVER) {
                return false;
            }
            told = close(State.ABANDONED);
        }
        ended.accept(this);
        told.tell(true);
        return true;
    }

    /** Nobody can join any more; returns who is to be told. */
    private FetchClaims.CompletionListener close(State next) {
        state = next;
        FetchClaims.CompletionListener told = whenOver;
        whenOver = again -> {};
        return told;
    }

    /** Announces the arriving response to all waiting requests, and to those that join until the fetch is over. */
    public void announce(CollapsedFetchOutcome.Streaming streaming) {
        Sinks.One<CollapsedFetchOutcome> outcome;
        synchronized (this) {
            if (state != State.OPEN) {
                return;
            }
            announced = streaming;
            outcome = waitedFor;
            waitedFor = null;
        }
        if (outcome != null) {
            outcome.tryEmitValue(streaming);
        }
    }

    /** Ends the fetch and tells all waiting requests its outcome; later calls have no effect. */
    public void end(CollapsedFetchOutcome how) {
        Sinks.One<CollapsedFetchOutcome> outcome;
        FetchClaims.CompletionListener told;
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            told = close(State.OVER);
            outcome = waitedFor;
        }
        ended.accept(this);
        told.tell(!(how instanceof CollapsedFetchOutcome.Released));
        if (outcome != null) {
            outcome.tryEmitValue(how);
        }
    }
}
