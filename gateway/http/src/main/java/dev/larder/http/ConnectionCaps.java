package dev.larder.http;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Limits the number of open client connections, in total and per address. */
final class ConnectionCaps {

    private final ClientShares connections;
    private final Predicate<InetAddress> trusted;

    /**
     * Creates caps without connections.
     *
     * @param most maximum connections in total
     * @param mostOfOne maximum connections from one address
     * @param trusted whether an address is that of a proxy, whose connections belong to all its clients
     */
    ConnectionCaps(int most, int mostOfOne, Predicate<InetAddress> trusted) {
        this.trusted = trusted;
        this.connections = new ClientShares(most, mostOfOne);
    }

    /** Lowers the maximum of connections in total. */
    void lower(int together) {
        connections.lower(together);
    }

    /** Whether this connection is accepted; if so, it counts until it closes. */
    boolean tryAdmit(Channel channel) {
        InetAddress address = client(channel);
        if (!connections.take(address, 1)) {
            return false;
        }
        channel.closeFuture().addListener(closed -> connections.giveBack(address, 1));
        return true;
    }

    /** Returns the address of a connection; null if it is unknown, or that of a trusted proxy. */
    @Nullable
    InetAddress client(Channel channel) {
        InetAddress address = channel.remoteAddress() instanceof InetSocketAddress peer ? peer.getAddress() : null;
        return address == null || trusted.test(address) ? null : address;
    }
}
