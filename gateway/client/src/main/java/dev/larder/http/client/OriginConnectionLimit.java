package dev.larder.http.client;

import io.netty.channel.EventLoop;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Shares the connections to one origin among the pools of the event loops. A channel never changes its loop, so a connection
 * moves from one pool to another by being closed: what moves is the permit to open one.
 *
 * <p>A permit that becomes free goes to a pool that waits, first to one without any connection, so that no loop starves. A pool
 * asks {@link #isOwed} before it uses a free connection again, and once more after it has published it as idle; a pool that
 * begins to wait has an idle connection of another pool closed. It publishes that it waits before it looks for one, so one of
 * both sees the other.
 *
 * <p>If connections carry several requests at a time, each pool may open its first one in any case: such a connection may never
 * be free, so its permit would never move.
 *
 * <p>Thread-safe. A request on a free connection reads one volatile field of it.
 */
final class OriginConnectionLimit {

    private final int maxConnections;
    private final int maxWaiting;
    private final OriginShares shares;
    private final Map<PermitHolder, Integer> permits = new LinkedHashMap<>();
    private final Set<PermitHolder> waitingPools = new LinkedHashSet<>();
    private final AtomicInteger waitingRequests = new AtomicInteger();
    private int pools;
    private int open;
    private boolean multiplexed;
    private volatile boolean contended;

    /** A pool, as the limit sees it. {@link #execute} and {@link #idleConnections} are callable from any thread. */
    static final class PermitHolder {

        private final EventLoop loop;
        private final AtomicInteger idleConnections;
        private final Runnable onIdleSought;
        private final Runnable onPermitGranted;

        /**
         * Creates a holder without a permit.
         *
         * @param loop runs the tasks of the pool
         * @param idleConnections the number of idle connections of the pool
         * @param onIdleSought run when another pool waits while this one has an idle connection; it may be in use by now
         * @param onPermitGranted run when the pool, which has waited for it, may open one more connection
         */
        PermitHolder(EventLoop loop, AtomicInteger idleConnections, Runnable onIdleSought, Runnable onPermitGranted) {
            this.loop = loop;
            this.idleConnections = idleConnections;
            this.onIdleSought = onIdleSought;
            this.onPermitGranted = onPermitGranted;
        }

        private int idleConnections() {
            return idleConnections.get();
        }

        /** Runs a task on the event loop; false if the loop has ended. */
        boolean execute(Runnable task) {
            try {
                loop.execute(task);
                return true;
            } catch (RejectedExecutionException ended) {
                return false;
            }
        }
    }

    OriginConnectionLimit(OriginClientSettings.Pool settings) {
        maxConnections = settings.maxConnections();
        maxWaiting = settings.maxWaiting();
        shares = new OriginShares(maxConnections, settings.clientShare(), maxWaiting);
    }

    /** Returns the shares of owners in the connections. */
    OriginShares shares() {
        return shares;
    }

    /** Counts one more pool. */
    synchronized void join() {
        pools++;
    }

    /** Removes a pool without connections; whether it was the last one. */
    synchronized boolean leave(PermitHolder pool) {
        withdraw(pool);
        permits.remove(pool);
        return --pools == 0;
    }

    /** Takes a permit; if there is none, the pool waits for one until it calls {@link #withdraw}. */
    synchronized boolean acquire(PermitHolder pool) {
        if (mayOpen(pool)) {
            open++;
            permits.merge(pool, 1, Integer::sum);
            return true;
        }
        waitingPools.add(pool);
        contended = true;
        seekIdle();
        return false;
    }

    /** Asks a pool that has an idle connection to close it. The pool asks again if it has used it in the meantime. */
    synchronized void seekIdle() {
        for (PermitHolder pool : permits.keySet()) {
            if (pool.idleConnections() > 0 && pool.execute(pool.onIdleSought)) {
                break;
            }
        }
    }

    /** Gives a permit back. It is granted to a pool that waits, if there is one; to this one last. */
    synchronized void release(PermitHolder pool) {
        permits.merge(pool, -1, Integer::sum);
        open--;
        if (waitingPools.remove(pool)) {
            waitingPools.add(pool);
        }
        grant();
        if (!waitingPools.isEmpty()) {
            seekIdle();
        }
    }

    /** Tells whether the connections of the origin carry several requests at a time. */
    synchronized void setMultiplexed(boolean several) {
        if (multiplexed != several) {
            multiplexed = several;
            grant();
        }
    }

    private void grant() {
        for (PermitHolder next = next(); next != null && mayOpen(next); next = next()) {
            withdraw(next);
            if (next.execute(next.onPermitGranted)) {
                open++;
                permits.merge(next, 1, Integer::sum);
            }
        }
    }

    private boolean mayOpen(PermitHolder pool) {
        return open < maxConnections || (multiplexed && isWithoutConnection(pool));
    }

    private @Nullable PermitHolder next() {
        for (PermitHolder pool : waitingPools) {
            if (isWithoutConnection(pool)) {
                return pool;
            }
        }
        return waitingPools.isEmpty() ? null : waitingPools.iterator().next();
    }

    /** Ends the wait of a pool for a permit. */
    synchronized void withdraw(PermitHolder pool) {
        waitingPools.remove(pool);
        contended = !waitingPools.isEmpty();
    }

    /**
     * Returns whether a free connection should be closed in favour of another pool, which may open one then.
     *
     * @param needed whether its own pool has a use for it; then only a pool without any connection takes precedence
     */
    boolean isOwed(PermitHolder pool, boolean needed) {
        return contended && isWaiting(other -> other != pool && (!needed || isWithoutConnection(other)));
    }

    private synchronized boolean isWaiting(Predicate<PermitHolder> condition) {
        return open <= maxConnections && waitingPools.stream().anyMatch(condition);
    }

    private boolean isWithoutConnection(PermitHolder pool) {
        return permits.getOrDefault(pool, 0) == 0;
    }

    /** Counts a request that is about to wait; false if too many wait already. */
    boolean enqueue() {
        if (waitingRequests.incrementAndGet() <= maxWaiting) {
            return true;
        }
        waitingRequests.decrementAndGet();
        return false;
    }

    /** Counts a request that waits no longer. */
    void dequeue() {
        waitingRequests.decrementAndGet();
    }

    synchronized int openConnections() {
        return open;
    }

    synchronized int idleConnections() {
        return permits.keySet().stream().mapToInt(PermitHolder::idleConnections).sum();
    }

    int waitingRequests() {
        return waitingRequests.get() + shares.waitingRequests();
    }
}
