package dev.larder.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The unit that counts as one client: an IPv4 address, or an IPv6 /64, which one client may have as a whole (RFC 6177). */
public final class ClientNetwork {

    private static final int PREFIX_OCTETS = 8;

    private ClientNetwork() {}

    /** Returns the network of an address; null if the address is unknown. */
    public static @Nullable InetAddress of(@Nullable InetAddress address) {
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
