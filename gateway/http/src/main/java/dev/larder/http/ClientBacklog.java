package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the content that waits in memory for clients to read it, for all clients together and per address.
 *
 * <table>
 * <caption>States of a connection</caption>
 * <tr><th>state</th><th>entered when</th></tr>
 * <tr><td>nothing waits</td><td>it is opened, or all waiting content has been sent or given up</td></tr>
 * <tr><td>waits, and reads</td><td>content begins to wait, or waiting content has been sent</td></tr>
 * <tr><td>waits, and does not read</td><td>nothing has been sent for {@link #READING}</td></tr>
 * <tr><td>gone</td><td>it has closed, or is selected for reset; nothing counts for it any more</td></tr>
 * </table>
 *
 * <p>Above a bound, connections are reset, the one that has not read for longest first. For one address, only those
 * that do not read are reset, because many clients may share an address. For all together: those first, then one of the
 * address that exceeds its share most, then any. A stored body counts once, however many connections wait for it.
 *
 * <p>The monitor guards all state, including {@link ConnectionBacklog}. Event loops call only for connections that do
 * not accept data at once. {@code slowestFirst} is ordered by {@code lastRead}: the clock is read under the monitor,
 * and a connection that reads moves to the end. An address is kept only while content waits for it.
 */
final class ClientBacklog {

    /**
     * A connection that has read within this time counts as reading (nanoseconds). The system accepts more only after
     * sending half of its buffer: a client that reads 100 KB a second is seen to read every few seconds.
     */
    static final long READING = TimeUnit.SECONDS.toNanos(10);

    private final long mostOfOne;
    private final LongSupplier clock;
    private final Sum all;
    private final Map<InetAddress, Sum> ofAddress = new HashMap<>();
    private final Set<Sum> aboveShare = new HashSet<>();

    /**
     * Creates an empty backlog.
     *
     * @param most maximum octets of all connections
     * @param mostOfOne maximum octets for one address, while some of its connections do not read
     * @param clock nanoseconds
     */
    ClientBacklog(long most, long mostOfOne, LongSupplier clock) {
        this.mostOfOne = mostOfOne;
        this.clock = clock;
        this.all = new Sum(most);
    }

    /** Registers a connection without waiting content. */
    ConnectionBacklog of(@Nullable InetAddress address, Runnable reset) {
        return new ConnectionBacklog(ClientNetwork.of(address), reset);
    }

    /** Returns the waiting octets. */
    synchronized long octets() {
        return all.octets;
    }

    /** @param change returns whether the client has read */
    private void change(ConnectionBacklog waiting, BooleanSupplier change) {
        List<ConnectionBacklog> late = new ArrayList<>(0);
        synchronized (this) {
            if (!waiting.gone) {
                long now = clock.getAsLong();
                waiting.place(change.getAsBoolean(), now);
                makeRoomAtAddress(waiting, now, late);
                makeRoom(now, late);
            }
        }
        // Outside the monitor: each call ends a connection, usually one of another event loop.
        late.forEach(slowest -> slowest.reset.run());
    }

    private void makeRoomAtAddress(ConnectionBacklog waiting, long now, List<ConnectionBacklog> late) {
        Sum ofOne = waiting.address == null ? null : ofAddress.get(waiting.address);
        while (ofOne != null && ofOne.isTooMuch() && now - ofOne.slowest().lastRead >= READING) {
            reset(ofOne.slowest(), late);
        }
    }

    private void makeRoom(long now, List<ConnectionBacklog> late) {
        while (all.isTooMuch()) {
            ConnectionBacklog slowest = all.slowest();
            boolean reads = now - slowest.lastRead < READING;
            reset(reads ? slowestAboveShare().orElse(slowest) : slowest, late);
        }
    }

    private Optional<ConnectionBacklog> slowestAboveShare() {
        return aboveShare.stream()
                .max(Comparator.comparingLong(ofOne -> ofOne.octets))
                .map(Sum::slowest);
    }

    private static void reset(ConnectionBacklog slowest, List<ConnectionBacklog> late) {
        slowest.leaveAll();
        late.add(slowest);
    }

    /**
     * Waiting content, as it was when it began to wait: later its buffer may be released, or reused.
     *
     * @param body the array that it keeps in memory, which others may wait for too
     */
    record QueuedContent(Object body, int size) {

        private static QueuedContent of(ByteBuf content) {
            ByteBuf root = content;
            for (ByteBuf next = root.unwrap(); next != null; next = root.unwrap()) {
                root = next;
            }
            return root instanceof UnpooledHeapByteBuf
                    ? new QueuedContent(root.array(), root.array().length)
                    : new QueuedContent(root, root.capacity());
        }
    }

    /** A total with its bound. */
    private static final class Sum {

        private final long most;
        private final IdentityHashMap<Object, Body> bodies = new IdentityHashMap<>();
        private final Set<ConnectionBacklog> slowestFirst = new LinkedHashSet<>();
        private long octets;

        private Sum(long most) {
            this.most = most;
        }

        private void hold(QueuedContent held) {
            Body body = bodies.computeIfAbsent(held.body(), first -> new Body(held.size()));
            if (body.holders++ == 0) {
                octets += body.size;
            }
        }

        private void release(QueuedContent held) {
            Body body = bodies.get(held.body());
            if (body != null && --body.holders == 0) {
                bodies.remove(held.body());
                octets -= body.size;
            }
        }

        private boolean isTooMuch() {
            return octets > most && !slowestFirst.isEmpty();
        }

        private ConnectionBacklog slowest() {
            return slowestFirst.iterator().next();
        }
    }

    /** A body that connections wait for. */
    private static final class Body {

        private final int size;
        private int holders;

        private Body(int size) {
            this.size = size;
        }
    }

    /** The waiting content of one connection. Called by its event loop. */
    final class ConnectionBacklog {

        private final @Nullable InetAddress address;
        private final Runnable reset;
        private final Set<QueuedContent> held = Collections.newSetFromMap(new IdentityHashMap<>(0));
        private long sent;
        private long lastRead;
        private boolean gone;

        private ConnectionBacklog(@Nullable InetAddress address, Runnable reset) {
            this.address = address;
            this.reset = reset;
        }

        /** Counts this content as waiting until {@link #release}. */
        QueuedContent hold(ByteBuf content) {
            QueuedContent waits = QueuedContent.of(content);
            change(this, () -> {
                held.add(waits);
                sums().forEach(sum -> sum.hold(waits));
                return false;
            });
            return waits;
        }

        /** Stops counting this content, which is sent as the client reads. */
        void release(QueuedContent content) {
            change(this, () -> remove(content));
        }

        /** Stops counting this content, which is never sent: the client has not read it. */
        void giveUp(QueuedContent content) {
            change(this, () -> {
                remove(content);
                return false;
            });
        }

        private boolean remove(QueuedContent content) {
            boolean waited = held.remove(content);
            if (waited) {
                sums().forEach(sum -> sum.release(content));
            }
            return waited;
        }

        /** Updates how many octets have been handed to the transport and not been sent. */
        void sending(long octets) {
            if (octets != sent) {
                change(this, () -> {
                    boolean less = octets < sent;
                    sums().forEach(sum -> sum.octets += octets - sent);
                    sent = octets;
                    return less;
                });
            }
        }

        /** Called when the connection has closed. */
        void leave() {
            synchronized (ClientBacklog.this) {
                leaveAll();
            }
        }

        private List<Sum> sums() {
            return address == null
                    ? List.of(all)
                    : List.of(ofAddress.computeIfAbsent(address, first -> new Sum(mostOfOne)), all);
        }

        /** A write does not count as a read of the client: the connection keeps its position. */
        private void place(boolean hasRead, long now) {
            boolean nothing = held.isEmpty() && sent == 0;
            if (hasRead || !all.slowestFirst.contains(this)) {
                lastRead = now;
            }
            for (Sum sum : sums()) {
                if (hasRead || nothing) {
                    sum.slowestFirst.remove(this);
                }
                if (!nothing) {
                    sum.slowestFirst.add(this);
                }
            }
            noteAddress();
        }

        private void leaveAll() {
            if (!gone) {
                gone = true;
                for (Sum sum : sums()) {
                    sum.octets -= sent;
                    held.forEach(sum::release);
                    sum.slowestFirst.remove(this);
                }
                held.clear();
                noteAddress();
            }
        }

        private void noteAddress() {
            Sum mine = address == null ? null : ofAddress.get(address);
            if (mine == null) {
                return;
            }
            if (mine.isTooMuch()) {
                aboveShare.add(mine);
            } else {
                aboveShare.remove(mine);
            }
            if (mine.slowestFirst.isEmpty()) {
                ofAddress.remove(address);
            }
        }
    }
}
