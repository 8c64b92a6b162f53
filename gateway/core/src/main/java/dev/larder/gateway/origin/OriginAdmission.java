package dev.larder.gateway.origin;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Admits the requests of one event loop to the connections of one origin, each in the name of its owner. Called on the event loop
 * only, but for what {@link OriginShares} runs.
 */
final class OriginAdmission {

    private final OriginConnectionPool pool;
    private final OriginShares shares;
    private final Set<PooledCall> waiting = new LinkedHashSet<>();

    OriginAdmission(OriginConnectionPool pool, OriginShares shares) {
        this.pool = pool;
        this.shares = shares;
    }

    /**
     * Hands a request over to the pool, now or when its owner has a place; fails it if too many wait. A request on a connection
     * that carries several takes none from others.
     */
    void admit(PooledCall call) {
        if (pool.isSharing()) {
            pool.ask(call);
            return;
        }
        switch (shares.take(call.owner(), call)) {
            case TAKEN -> place(call);
            case AWAITED -> {
                call.waitSince(pool.now());
                waiting.add(call);
            }
            case REFUSED -> call.fail(new OriginBusyException("Too many requests of one client wait for the origin."));
        }
    }

    private void place(PooledCall call) {
        call.placed();
        pool.ask(call);
    }

    /** Called on any thread when there is a place for a request, which may have ended in the meantime. */
    void granted(PooledCall call) {
        boolean taken = pool.execute(() -> {
            if (waiting.remove(call)) {
                place(call);
            } else {
                shares.giveBack(call.owner());
            }
        });
        if (!taken) {
            shares.giveBack(call.owner());
        }
    }

    /** Called when a request that had a place has left its connection, or waits for none any more. */
    void leave(PooledCall call) {
        shares.giveBack(call.owner());
    }

    /** Removes a request that has been cancelled, if it waits. */
    void forget(PooledCall call) {
        if (waiting.remove(call)) {
            shares.withdraw(call.owner(), call);
        }
    }

    /** Fails the requests that have waited for too long. */
    void sweep(long now, Duration timeout) {
        if (!timeout.isZero()) {
            waiting.stream()
                    .filter(call -> call.hasWaited(now, timeout.toNanos()))
                    .toList()
                    .forEach(
                            late -> fail(late, new OriginBusyException("The client has too many requests under way.")));
        }
    }

    private void fail(PooledCall call, Exception error) {
        forget(call);
        call.fail(error);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Fails all requests that wait. */
    void close(Exception error) {
        List.copyOf(waiting).forEach(call -> fail(call, error));
    }
}
