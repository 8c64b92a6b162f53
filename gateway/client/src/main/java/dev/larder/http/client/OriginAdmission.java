package dev.larder.http.client;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Admits the requests of one event loop to the connections of one origin, each in the name of its owner. Called on the event loop
 * only, but for what {@link OriginShares} runs.
 */
final class OriginAdmission implements PooledCall.CallQueue {

    private final OriginConnectionPool pool;
    private final OriginShares shares;
    private final Duration timeout;
    private final Set<PooledCall> waiting = new LinkedHashSet<>();

    /**
     * Creates the admission to a pool.
     *
     * @param timeout maximum time to wait for a place; zero for none
     */
    OriginAdmission(OriginConnectionPool pool, OriginShares shares, Duration timeout) {
        this.pool = pool;
        this.shares = shares;
        this.timeout = timeout;
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

    @Override
    public void onPlace(PooledCall call) {
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

    @Override
    public void onLeave(PooledCall call) {
        shares.giveBack(call.owner());
    }

    @Override
    public void onCancel(PooledCall call) {
        withdraw(call);
        pool.forget(call);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    private void withdraw(PooledCall call) {
        if (waiting.remove(call)) {
            shares.withdraw(call.owner(), call);
        }
    }

    /** Ends what is late or has been idle for too long; whether there can be more of it later. */
    boolean sweep(long now) {
        boolean again = pool.sweep(now);
        if (!timeout.isZero()) {
            waiting.stream()
                    .filter(call -> call.hasWaited(now, timeout.toNanos()))
                    .toList()
                    .forEach(
                            late -> fail(late, new OriginBusyException("The client has too many requests under way.")));
        }
        return again || !waiting.isEmpty();
    }

    private void fail(PooledCall call, Exception error) {
        withdraw(call);
        call.fail(error);
    }

    /** Whether there are neither connections nor requests. */
    boolean isEmpty() {
        return waiting.isEmpty() && pool.isEmpty();
    }

    /** Forgets the pool, which is empty; returns whether no other pool of the origin is left. */
    boolean leave() {
        return pool.leave();
    }

    /** Closes all connections; all requests fail. */
    void close() {
        pool.refuse();
        List.copyOf(waiting).forEach(call -> fail(call, OriginConnectionPool.clientClosed()));
        pool.close();
    }
}
