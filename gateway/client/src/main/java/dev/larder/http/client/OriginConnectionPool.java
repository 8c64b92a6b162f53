package dev.larder.http.client;

import dev.larder.http.client.OriginConnectionLimit.PermitHolder;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
 * <p>Everything but {@link #execute} is called on the event loop.
 */
final class OriginConnectionPool implements ConnectionOwner {

    private final EventLoop loop;
    private final OriginAddress origin;
    private final OriginConnector connector;
    private final OriginConnectionLimit limit;
    private final PermitHolder permits;
    private final OriginClientSettings settings;
    private final LongSupplier clock;
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
        this.permits = new PermitHolder(loop, idleConnections, this::closeSoughtIdle, this::openPermitted);
    }

    /** Leaves the limit without connections; returns whether no other pool of the origin is left. */
    boolean leave() {
        return limit.leave(permits);
    }

    /** Returns whether connections carry several requests at a time, or may do so. */
    boolean isSharing() {
        return sharing;
    }

    /** Runs a task on the event loop; false if the loop has ended. Callable from any thread. */
    boolean execute(Runnable task) {
        return permits.execute(task);
    }

    @Override
    public long now() {
        return clock.getAsLong();
    }

    @Override
    public void ask(PooledCall call) {
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
        } else if (limit.acquire(permits)) {
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
                if (connection.hasCapacity(now) && (!content || connection.canSendContent())) {
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
            sharing = connector.isHttp2Offered(origin);
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
        limit.release(permits);
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
        while (!closed && !waiting.isEmpty() && !isToJoin() && limit.acquire(permits)) {
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

    @Override
    public void onClose(PooledConnection connection) {
        if (connections.remove(connection)) {
            shared.remove(connection);
            if (idle.remove(connection)) {
                idleConnections.lazySet(idle.size());
            }
            limit.release(permits);
            if (connection.isMultiplexed()) {
                if (!connection.isSettled()) {
                    var unsettled = new IOException("The origin has told no settings.");
                    takeThoseWithoutChance().forEach(each -> each.fail(unsettled));
                }
                openForWaiting();
            }
        }
    }

    @Override
    public void offer(PooledConnection connection) {
        if (closed || !connection.isUsable(now()) || (!waiting.isEmpty() && limit.isOwed(permits, true))) {
            connection.close();
        } else if (!serveWaiting(connection, false)) {
            idle.push(connection);
            idleConnections.set(idle.size());
            closeIdleIfOwed();
        }
    }

    @Override
    public void onCapacity(PooledConnection connection, boolean inUse) {
        if (!connections.contains(connection)) {
            return;
        }
        if (!inUse) {
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

    @Override
    public void repeat(PooledCall call, PooledConnection ended) {
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
            limit.withdraw(permits);
        }
    }

    /** Opens a connection for which a permit has been granted, unless no request waits any more. */
    private void openPermitted() {
        do {
            PooledCall next = pollWaiting();
            if (next == null) {
                limit.release(permits);
                return;
            }
            open(next);
        } while (!waiting.isEmpty() && !isToJoin() && limit.acquire(permits));
    }

    private void closeSoughtIdle() {
        if (idle.isEmpty()) {
            limit.seekIdle();
        } else {
            closeIdleIfOwed();
        }
    }

    /** Closes the connection that is idle for longest if another pool waits. */
    private void closeIdleIfOwed() {
        if (!idle.isEmpty() && limit.isOwed(permits, false)) {
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
        boolean idleEnds = !settings.pool().idleTimeout().isZero()
                || !settings.pool().ttl().isZero();
        return connecting > 0 || !waiting.isEmpty() || connections.size() > (idleEnds ? 0 : idle.size());
    }

    /** Whether the pool has neither connections nor requests. */
    boolean isEmpty() {
        return connecting == 0 && connections.isEmpty() && waiting.isEmpty();
    }

    /** Fails all requests from now on. */
    void refuse() {
        closed = true;
    }

    /** Closes all connections; all requests fail. */
    void close() {
        refuse();
        for (PooledCall next = pollWaiting(); next != null; next = pollWaiting()) {
            next.fail(clientClosed());
        }
        List.copyOf(connections).forEach(PooledConnection::close);
    }

    static IOException clientClosed() {
        return new IOException("The client of the origin is closed.");
    }
}
