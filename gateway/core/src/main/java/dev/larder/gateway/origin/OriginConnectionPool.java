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
 * <p>Everything but {@link #idleConnections} and {@link #execute} is called on the event loop.
 */
final class OriginConnectionPool {

    private final EventLoop loop;
    private final OriginAddress origin;
    private final OriginConnector connector;
    private final OriginConnectionLimit limit;
    private final OriginClientSettings settings;
    private final LongSupplier clock;
    private final List<OriginConnection> connections = new ArrayList<>();
    private final Deque<OriginConnection> idle = new ArrayDeque<>();
    private final Deque<PooledCall> waiting = new ArrayDeque<>();
    private final AtomicInteger idleConnections = new AtomicInteger();
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
        OriginConnection free = takeIdle();
        if (free != null) {
            if (!free.begin(call)) {
                offer(free);
            }
        } else if (limit.acquire(this)) {
            open(call);
        } else if (limit.enqueue()) {
            call.waitSince(now());
            waiting.add(call);
        } else {
            withdrawIfNotNeeded();
            call.fail(new OriginBusyException("Too many requests wait for a connection to the origin."));
        }
    }

    /** Returns the connection used last that can be used again. */
    private @Nullable OriginConnection takeIdle() {
        if (idle.isEmpty()) {
            return null;
        }
        long now = now();
        for (OriginConnection next = idle.poll(); next != null; next = idle.poll()) {
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
        connecting++;
        connector
                .connect(loop, origin, channel -> new OriginConnection(channel, this))
                .addListener((Future<OriginConnection> opened) -> {
                    connecting--;
                    if (opened.isSuccess()) {
                        connected(opened.getNow(), call);
                    } else {
                        limit.release(this);
                        call.fail(opened.cause());
                    }
                });
    }

    private void connected(OriginConnection connection, PooledCall call) {
        if (!connection.isOpen()) {
            limit.release(this);
            call.fail(new IOException("The origin closed the connection at once."));
            return;
        }
        connections.add(connection);
        if (closed) {
            connection.close();
            call.fail(clientClosed());
        } else if (!connection.begin(call)) {
            offer(connection);
        }
    }

    /** Called when a connection has ended. */
    void closed(OriginConnection connection) {
        if (connections.remove(connection)) {
            if (idle.remove(connection)) {
                idleConnections.lazySet(idle.size());
            }
            limit.release(this);
        }
    }

    /** Takes back a connection that can carry another request: one that waits, or a later one. */
    void offer(OriginConnection connection) {
        if (closed || !connection.isUsable(now()) || limit.isOwed(this, !waiting.isEmpty())) {
            connection.close();
            return;
        }
        for (PooledCall next = pollWaiting(); next != null; next = pollWaiting()) {
            if (connection.begin(next)) {
                return;
            }
        }
        idle.push(connection);
        idleConnections.lazySet(idle.size());
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
        } while (!waiting.isEmpty() && limit.acquire(this));
    }

    /** Called when another pool waits while this one has an idle connection; closes the one that is idle for longest. */
    void closeIdleIfOwed() {
        if (!idle.isEmpty() && limit.isOwed(this, false)) {
            OriginConnection eldest = idle.removeLast();
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
        boolean idleEnds = !settings.pool().idleTimeout().isZero()
                || !settings.pool().ttl().isZero();
        return connecting > 0 || !waiting.isEmpty() || connections.size() > (idleEnds ? 0 : idle.size());
    }

    /** Whether the pool has neither connections nor requests. */
    boolean isEmpty() {
        return connecting == 0 && connections.isEmpty() && waiting.isEmpty();
    }

    /** Closes all connections; all requests fail. */
    void close() {
        closed = true;
        for (PooledCall next = pollWaiting(); next != null; next = pollWaiting()) {
            next.fail(clientClosed());
        }
        List.copyOf(connections).forEach(OriginConnection::close);
    }

    private static IOException clientClosed() {
        return new IOException("The client of the origin is closed.");
    }
}
