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
 * Bounds the content that waits in memory for clients to read it, for all clients together and for those of one address.
 *
 * <table>
 * <caption>States of a connection</caption>
 * <tr><th>state</th><th>entered when</th></tr>
 * <tr><td>nothing waits</td><td>it is opened, or all that waited has gone out or was given up</td></tr>
 * <tr><td>waits, and reads</td><td>something begins to wait, or something that waited has gone out</td></tr>
 * <tr><td>waits, and does not read</td><td>nothing has gone out for {@link #READING}</td></tr>
 * <tr><td>gone</td><td>it has closed, or is chosen to be reset; nothing counts for it any more</td></tr>
 * </table>
 *
 * <p>Beyond a bound, connections are reset, the one that has gone longest without reading first. For one address: only
 * those that do not read, since many clients may be behind one address. For all together: those first, then one of the
 * address that has most beyond its share, then any. A stored body counts once, however many wait for it.
 *
 * <p>The monitor guards everything, {@link ConnectionBacklog} included. Event loops call only for connections that do not take at once
 * what they are sent. {@code slowestFirst} is in the order of {@code lastRead}: the clock is read under the monitor, and a
 * connection that reads goes to the end. An address is kept only while something waits for it.
 */
final class ClientBacklog {

    /**
     * Who has read within this time is reading (nanoseconds). The system takes more only once half of what it keeps for a
     * client has gone out: who reads 100 KB a second is seen to read every few seconds.
     */
    static final long READING = TimeUnit.SECONDS.toNanos(10);

    private final long mostOfOne;
    private final LongSupplier clock;
    private final Sum all;
    private final Map<InetAddress, Sum> ofAddress = new HashMap<>();
    private final Set<Sum> aboveShare = new HashSet<>();

    /**
     * Nothing waits.
     *
     * @param most octets together
     * @param mostOfOne octets for one address, as long as some of its connections read nothing
     * @param clock nanoseconds
     */
    ClientBacklog(long most, long mostOfOne, LongSupplier clock) {
        this.mostOfOne = mostOfOne;
        this.clock = clock;
        this.all = new Sum(most);
    }

    /** A connection; nothing waits for it. */
    ConnectionBacklog of(@Nullable InetAddress address, Runnable reset) {
        return new ConnectionBacklog(ClientNetwork.of(address), reset);
    }

    /** Octets that wait. */
    synchronized long octets() {
        return all.octets;
    }

    /** @param change tells whether the client has read something */
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
     * Content that waits, as it was when it began to: afterwards its buffer may be gone, or another's.
     *
     * @param body what stays in memory for the sake of it: its array, which others may wait for too
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

    /** What is counted together. */
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

    /** What some wait for. */
    private static final class Body {

        private final int size;
        private int holders;

        private Body(int size) {
            this.size = size;
        }
    }

    /** What waits for one connection; told by its event loop. */
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

        /** This waits, until {@link #release}. */
        QueuedContent hold(ByteBuf content) {
            QueuedContent waits = QueuedContent.of(content);
            change(this, () -> {
                held.add(waits);
                sums().forEach(sum -> sum.hold(waits));
                return false;
            });
            return waits;
        }

        /** This does not wait any more: it goes out, as the client reads. */
        void release(QueuedContent content) {
            change(this, () -> remove(content));
        }

        /** This does not wait any more, and never goes out: the client has not read it. */
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

        /** So much has been handed over to be sent, and has not gone out. */
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

        /** The connection has closed. */
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

        /** A client that is written to has not read for that: it keeps its place. */
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
