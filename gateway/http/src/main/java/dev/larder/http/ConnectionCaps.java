package dev.larder.http;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How many connections clients have open, all together and from one address. */
final class ConnectionCaps {

    private final ClientShares connections;
    private final Predicate<InetAddress> trusted;

    /**
     * Nobody is connected.
     *
     * @param most connections together
     * @param mostOfOne connections from one address
     * @param trusted whether an address is that of a proxy, whose connections are those of all its clients
     */
    ConnectionCaps(int most, int mostOfOne, Predicate<InetAddress> trusted) {
        this.trusted = trusted;
        this.connections = new ClientShares(most, mostOfOne);
    }

    /** From now on there may be no more than these together. */
    void lower(int together) {
        connections.lower(together);
    }

    /** Whether this connection may stay; if so, it counts until it closes. */
    boolean admits(Channel channel) {
        InetAddress address = client(channel);
        if (!connections.take(address, 1)) {
            return false;
        }
        channel.closeFuture().addListener(closed -> connections.giveBack(address, 1));
        return true;
    }

    /** Where a connection comes from; null if that is not known, or is a trusted proxy. */
    @Nullable
    InetAddress client(Channel channel) {
        InetAddress address = channel.remoteAddress() instanceof InetSocketAddress peer ? peer.getAddress() : null;
        return address == null || trusted.test(address) ? null : address;
    }
}
