package dev.larder.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What counts as one client: an address of IPv4, or a /64 of IPv6, of which one client may have all (RFC 6177). */
final class ClientNetwork {

    private static final int PREFIX_OCTETS = 8;

    private ClientNetwork() {}

    /** That of an address; null if that is not known. */
    static @Nullable InetAddress of(@Nullable InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        byte[] octets = address.getAddress();
        Arrays.fill(octets, PREFIX_OCTETS, octets.length, (byte) 0);
        try {
            return InetAddress.getByAddress(octets);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
