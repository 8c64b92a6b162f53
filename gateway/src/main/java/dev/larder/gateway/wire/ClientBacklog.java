package dev.larder.gateway.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What waits in memory for clients to read it, all together and for one address, bounded: beyond that, the connection that has
 * gone longest without reading is reset, of that address if it is the address that has too much. A stored body counts once,
 * however many wait for it. Called by all event loops, but only for connections that do not take at once what they are sent.
 */
final class ClientBacklog {

    private final long mostOfOne;
    private final Sum all;
    private final Map<InetAddress, Sum> ofAddress = new HashMap<>();

    /**
     * Nothing waits.
     *
     * @param most octets together
     * @param mostOfOne octets for one address
     */
    ClientBacklog(long most, long mostOfOne) {
        this.mostOfOne = mostOfOne;
        this.all = new Sum(most);
    }

    /** A connection; nothing waits for it. */
    Waiting of(@Nullable InetAddress address, Runnable reset) {
        return new Waiting(address, reset);
    }

    /** Octets that wait. */
    synchronized long octets() {
        return all.octets;
    }

    private void change(Waiting waiting, Runnable change) {
        List<Waiting> late = new ArrayList<>(0);
        synchronized (this) {
            if (!waiting.gone) {
                change.run();
                waiting.moved();
                waiting.sums().forEach(sum -> sum.makeRoom(late));
            }
        }
        late.forEach(slowest -> slowest.reset.run());
    }

    /** What is counted together. */
    private static final class Sum {

        private final long most;
        private final IdentityHashMap<Object, int[]> bodies = new IdentityHashMap<>();
        private final Set<Waiting> slowestFirst = new LinkedHashSet<>();
        private long octets;

        private Sum(long most) {
            this.most = most;
        }

        private void hold(Object body, int size) {
            if (bodies.computeIfAbsent(body, first -> new int[1])[0]++ == 0) {
                octets += size;
            }
        }

        private void release(Object body, int size) {
            int[] holders = bodies.get(body);
            if (holders != null && --holders[0] == 0) {
                bodies.remove(body);
                octets -= size;
            }
        }

        private void makeRoom(List<Waiting> late) {
            while (octets > most && !slowestFirst.isEmpty()) {
                Waiting slowest = slowestFirst.iterator().next();
                slowest.leaveAll();
                late.add(slowest);
            }
        }
    }

    /** What waits for one connection; told by its event loop. */
    final class Waiting {

        private final @Nullable InetAddress address;
        private final Runnable reset;
        private final List<ByteBuf> held = new ArrayList<>(0);
        private long sent;
        private boolean gone;

        private Waiting(@Nullable InetAddress address, Runnable reset) {
            this.address = address;
            this.reset = reset;
        }

        /** This waits, and is not to be released before {@link #release}. */
        void hold(ByteBuf content) {
            change(this, () -> {
                held.add(content);
                sums().forEach(sum -> sum.hold(body(content), size(content)));
            });
        }

        /** This does not wait any more. Buffers of equal content are not the same. */
        @SuppressWarnings("ReferenceEquality")
        void release(ByteBuf content) {
            change(this, () -> {
                if (held.removeIf(one -> one == content)) {
                    sums().forEach(sum -> sum.release(body(content), size(content)));
                }
            });
        }

        /** So much has been handed over to be sent, and has not gone out. */
        void sending(long octets) {
            if (octets != sent) {
                change(this, () -> {
                    sums().forEach(sum -> sum.octets += octets - sent);
                    sent = octets;
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

        private void moved() {
            boolean nothing = held.isEmpty() && sent == 0;
            for (Sum sum : sums()) {
                sum.slowestFirst.remove(this);
                if (!nothing) {
                    sum.slowestFirst.add(this);
                }
            }
            forgetIfEmpty();
        }

        private void leaveAll() {
            if (!gone) {
                gone = true;
                for (Sum sum : sums()) {
                    sum.octets -= sent;
                    held.forEach(content -> sum.release(body(content), size(content)));
                    sum.slowestFirst.remove(this);
                }
                held.clear();
                forgetIfEmpty();
            }
        }

        private void forgetIfEmpty() {
            Sum mine = address == null ? null : ofAddress.get(address);
            if (mine != null && mine.slowestFirst.isEmpty()) {
                ofAddress.remove(address);
            }
        }
    }

    /** What stays in memory for the sake of some content: its array, which others may wait for too. */
    private static Object body(ByteBuf content) {
        ByteBuf root = root(content);
        return root instanceof UnpooledHeapByteBuf ? root.array() : root;
    }

    private static int size(ByteBuf content) {
        ByteBuf root = root(content);
        return root instanceof UnpooledHeapByteBuf ? root.array().length : root.capacity();
    }

    private static ByteBuf root(ByteBuf content) {
        ByteBuf root = content;
        for (ByteBuf next = root.unwrap(); next != null; next = root.unwrap()) {
            root = next;
        }
        return root;
    }
}
