package dev.larder.gateway.origin;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop to one origin, and the requests that wait for one. The connection used last is used first,
 * so that the others become idle and are closed. A request waits only while no connection may be opened; then the requests of
 * the loop are served in their order.
 *
 * <p>If connections may carry several requests at a time (HTTP/2), one that does is used before an idle one, and requests also
 * wait while a connection is being opened: until it is, nothing tells how many requests it can carry.
 *
 * <p>Everything but {@link #idleConnections} and {@link #execute} is called on the event loop.
 */
final class OriginConnectionPool {

    private final EventLoop loop;
    private final OriginAddress origin;
    private final OriginConnector connector;
    private final OriginConnectionLimit limit;
    private final OriginClientSettings settings;
    private final LongSupplier clock;
    private final OriginAdmission admission;
    private final List<PooledConnection> connections = new ArrayList<>();
    private final Deque<PooledConnection> idle = new ArrayDeque<>();
    private final List<PooledConnection> shared = new ArrayList<>();
    private final Deque<PooledCall> waiting = new ArrayDeque<>();
    private final AtomicInteger idleConnections = new AtomicInteger();
    private boolean sharing;
    private int connecting;
    private boolean closed;

    OriginConnectionPool(
            EventLoop loop,
            OriginAddress origin,
            OriginConnector connector,
            OriginConnectionLimit limit,
            OriginClientSettings settings,
            LongSupplier clock) {
        this.loop = loop;
        this.origin = origin;
        this.connector = connector;
        this.limit = limit;
        this.settings = settings;
        this.clock = clock;
        this.admission = new OriginAdmission(this, limit.shares());
    }

    OriginAdmission admission() {
        return admission;
    }

    /** Returns whether connections carry several requests at a time, or may do so. */
    boolean isSharing() {
        return sharing;
    }

    OriginClientSettings settings() {
        return settings;
    }

    /** Returns the current time in nanoseconds. */
    long now() {
        return clock.getAsLong();
    }

    /** Returns the number of idle connections. Callable from any thread. */
    int idleConnections() {
        return idleConnections.get();
    }

    /** Runs a task on the event loop; false if the loop has ended. Callable from any thread. */
    boolean execute(Runnable task) {
        try {
            loop.execute(task);
            return true;
        } catch (RejectedExecutionException ended) {
            return false;
        }
    }

    /** Sends the request on a free connection or a new one, or lets it wait for one. */
    void ask(PooledCall call) {
        if (closed) {
            call.fail(clientClosed());
            return;
        }
        PooledConnection free = takeFree(call);
        if (free != null) {
            if (!begin(free, call) && !shared.contains(free)) {
                offer(free);
            }
        } else if (isToJoin() && limit.enqueue()) {
            enqueue(call);
        } else if (limit.acquire(this)) {
            open(call);
        } else if (limit.enqueue()) {
            enqueue(call);
        } else {
            withdrawIfNotNeeded();
            call.fail(new OriginBusyException("Too many requests wait for a connection to the origin."));
        }
    }

    private void enqueue(PooledCall call) {
        call.waitSince(now());
        waiting.add(call);
    }

    /** Whether requests wait for a connection that is being opened already, because it may carry them all. */
    private boolean isToJoin() {
        return sharing && (connecting > 0 || shared.stream().anyMatch(each -> each.isOpen() && !each.isSettled()));
    }

    private @Nullable PooledConnection takeFree(PooledCall call) {
        if (!shared.isEmpty()) {
            boolean content = call.request().content() != OriginRequest.NO_CONTENT;
            long now = now();
            for (PooledConnection connection : shared) {
                if (connection.hasCapacity(now) && (!content || connection.takesContent())) {
                    return connection;
                }
            }
        }
        return takeIdle();
    }

    /** Returns the connection used last that can be used again. */
    private @Nullable PooledConnection takeIdle() {
        if (idle.isEmpty()) {
            return null;
        }
        long now = now();
        for (PooledConnection next = idle.poll(); next != null; next = idle.poll()) {
            idleConnections.lazySet(idle.size());
            if (next.isUsable(now)) {
                return next;
            }
            next.close();
        }
        return null;
    }

    /** Opens a connection for this request, by a permit that has been acquired. */
    private void open(PooledCall call) {
        if (connections.isEmpty() && connecting == 0) {
            sharing = connector.offersHttp2(origin);
        }
        connecting++;
        connector.connect(loop, origin, this).addListener((Future<PooledConnection> opened) -> {
            connecting--;
            if (!opened.isSuccess()) {
                failed(call, opened.cause());
            } else if (!opened.getNow().isOpen()) {
                failed(call, new IOException("The origin closed the connection at once."));
            } else {
                connected(opened.getNow(), call);
            }
        });
    }

    /**
     * No connection has been opened. Those who waited for it alone get another one, which one of them opens, but not a third
     * one: each of them would wait for one timeout after the other.
     */
    private void failed(PooledCall call, Throwable cause) {
        limit.release(this);
        List<PooledCall> failed = takeThoseWithoutChance();
        failed.add(0, call);
        failed.forEach(each -> each.fail(cause));
        if (sharing) {
            openForWaiting();
        }
    }

    private List<PooledCall> takeThoseWithoutChance() {
        List<PooledCall> failed = new ArrayList<>();
        if (sharing && connections.isEmpty() && connecting == 0) {
            waiting.removeIf(call -> !call.takeAnotherConnection() && failed.add(call));
            failed.forEach(call -> limit.dequeue());
            withdrawIfNotNeeded();
        }
        return failed;
    }

    private void connected(PooledConnection connection, PooledCall call) {
        connections.add(connection);
        sharing = connection.isMultiplexed();
        limit.setMultiplexed(sharing);
        if (closed) {
            connection.close();
            call.fail(clientClosed());
            return;
        }
        if (!begin(connection, call)) {
            offer(connection);
        }
        openForWaiting();
    }

    /** Opens the connections for which requests wait, as far as they may be opened now. */
    private void openForWaiting() {
        while (!closed && !waiting.isEmpty() && !isToJoin() && limit.acquire(this)) {
            PooledCall next = pollWaiting();
            if (next != null) {
                open(next);
            }
        }
    }

    private boolean begin(PooledConnection connection, PooledCall call) {
        boolean begun = connection.begin(call);
        if (begun && connection.isMultiplexed() && !shared.contains(connection)) {
            shared.add(connection);
        }
        return begun;
    }

    /** Called when a connection has ended. */
    void closed(PooledConnection connection) {
        if (connections.remove(connection)) {
            shared.remove(connection);
            if (idle.remove(connection)) {
                idleConnections.lazySet(idle.size());
            }
            limit.release(this);
            if (connection.isMultiplexed()) {
                if (!connection.isSettled()) {
                    var unsettled = new IOException("The origin has told no settings.");
                    takeThoseWithoutChance().forEach(each -> each.fail(unsettled));
                }
                openForWaiting();
            }
        }
    }

    /** Takes back a connection that can carry another request: one that waits, or a later one. */
    void offer(PooledConnection connection) {
        if (closed || !connection.isUsable(now()) || (!waiting.isEmpty() && limit.isOwed(this, true))) {
            connection.close();
        } else if (!serveWaiting(connection, false)) {
            idle.push(connection);
            idleConnections.set(idle.size());
            closeIdleIfOwed();
        }
    }

    /** Called when a connection that carries several requests carries one less, or may carry more. */
    void relieved(MultiplexedConnection connection) {
        if (!connections.contains(connection)) {
            return;
        }
        if (!connection.isInUse()) {
            shared.remove(connection);
            if (!idle.contains(connection)) {
                offer(connection);
            }
        } else {
            serveWaiting(connection, true);
        }
        openForWaiting();
    }

    /** Gives requests that wait to a connection; whether it carries any then. */
    private boolean serveWaiting(PooledConnection connection, boolean inUse) {
        boolean carries = inUse;
        while (!waiting.isEmpty() && (!carries || connection.hasCapacity(now()))) {
            PooledCall next = pollWaiting();
            carries |= next != null && begin(connection, next);
        }
        return carries;
    }

    /** Sends a request again on a new connection, in place of the one that has ended under it. */
    void repeat(PooledCall call, OriginConnection ended) {
        if (closed || !connections.remove(ended)) {
            call.fail(clientClosed());
        } else {
            open(call);
        }
    }

    private @Nullable PooledCall pollWaiting() {
        PooledCall next = waiting.poll();
        if (next != null) {
            limit.dequeue();
            withdrawIfNotNeeded();
        }
        return next;
    }

    /** Removes a request that has been cancelled, if it waits. */
    void forget(PooledCall call) {
        admission.forget(call);
        if (waiting.remove(call)) {
            limit.dequeue();
            withdrawIfNotNeeded();
        }
    }

    private void withdrawIfNotNeeded() {
        if (waiting.isEmpty()) {
            limit.withdraw(this);
        }
    }

    /** Called when this pool, which has waited for it, may open one more connection. */
    void permitGranted() {
        do {
            PooledCall next = pollWaiting();
            if (next == null) {
                limit.release(this);
                return;
            }
            open(next);
        } while (!waiting.isEmpty() && !isToJoin() && limit.acquire(this));
    }

    /** Called when another pool waits while this one has an idle connection; it may be in use by now. */
    void idleSought() {
        if (idle.isEmpty()) {
            limit.seekIdle();
        } else {
            closeIdleIfOwed();
        }
    }

    /** Closes the connection that is idle for longest if another pool waits. */
    private void closeIdleIfOwed() {
        if (!idle.isEmpty() && limit.isOwed(this, false)) {
            PooledConnection eldest = idle.removeLast();
            idleConnections.lazySet(idle.size());
            eldest.close();
        }
    }

    /** Ends what is late or has been idle for too long; whether there can be more of it later. */
    boolean sweep(long now) {
        List.copyOf(connections).forEach(connection -> connection.sweep(now));
        long acquireTimeout = settings.pool().acquireTimeout().toNanos();
        while (acquireTimeout > 0 && !waiting.isEmpty() && waiting.element().hasWaited(now, acquireTimeout)) {
            PooledCall late = pollWaiting();
            if (late != null) {
                late.fail(new OriginBusyException("No connection to the origin has become free in time."));
            }
        }
        admission.sweep(now, settings.pool().acquireTimeout());
        boolean idleEnds = !settings.pool().idleTimeout().isZero()
                || !settings.pool().ttl().isZero();
        return connecting > 0
                || !waiting.isEmpty()
                || !admission.isEmpty()
                || connections.size() > (idleEnds ? 0 : idle.size());
    }

    /** Whether the pool has neither connections nor requests. */
    boolean isEmpty() {
        return connecting == 0 && connections.isEmpty() && waiting.isEmpty() && admission.isEmpty();
    }

    /** Closes all connections; all requests fail. */
    void close() {
        closed = true;
        admission.close(clientClosed());
        for (PooledCall next = pollWaiting(); next != null; next = pollWaiting()) {
            next.fail(clientClosed());
        }
        List.copyOf(connections).forEach(PooledConnection::close);
    }

    private static IOException clientClosed() {
        return new IOException("The client of the origin is closed.");
    }
}
