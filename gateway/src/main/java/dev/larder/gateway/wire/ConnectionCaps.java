package dev.larder.gateway.wire;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How many connections clients have open, all together and from one address; it remembers nobody who has none. */
final class ConnectionCaps {

    private volatile int most;
    private final int mostOfOne;
    private final AtomicInteger all = new AtomicInteger();
    private final ConcurrentHashMap<InetAddress, Integer> ofAddress = new ConcurrentHashMap<>();

    /**
     * Nobody is connected.
     *
     * @param most connections together
     * @param mostOfOne connections from one address
     */
    ConnectionCaps(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** From now on there may be no more than these together. */
    void lower(int connections) {
        most = connections;
    }

    /** Whether this connection may stay; if so, it counts until it closes. */
    boolean admits(Channel channel) {
        if (all.incrementAndGet() > most) {
            all.decrementAndGet();
            return false;
        }
        if (!(channel.remoteAddress() instanceof InetSocketAddress peer) || peer.getAddress() == null) {
            channel.closeFuture().addListener(closed -> all.decrementAndGet());
            return true;
        }
        InetAddress address = peer.getAddress();
        if (ofAddress.merge(address, 1, Integer::sum) > mostOfOne) {
            leave(address);
            return false;
        }
        channel.closeFuture().addListener(closed -> leave(address));
        return true;
    }

    private void leave(InetAddress address) {
        ofAddress.computeIfPresent(address, (key, count) -> count > 1 ? count - 1 : null);
        all.decrementAndGet();
    }
}
