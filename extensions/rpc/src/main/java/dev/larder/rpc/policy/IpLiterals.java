package dev.larder.rpc.policy;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** Parses address literals, without name resolution. */
final class IpLiterals {

    private IpLiterals() {}

    /**
     * Parses an address; mapped ones remain IPv6.
     *
     * @throws IllegalArgumentException if it is not an address
     */
    static InetAddress read(String written) {
        byte[] octets = NetUtil.createByteArrayFromIpAddressString(written);
        if (octets == null || written.indexOf('%') >= 0) {
            throw new IllegalArgumentException(written + " is no IP address");
        }
        return of(octets);
    }

    /** Returns the address of these octets, where Java would convert mapped ones to IPv4. */
    static InetAddress of(byte[] octets) {
        try {
            return octets.length == 4 ? InetAddress.getByAddress(octets) : Inet6Address.getByAddress(null, octets, -1);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    /** Parses an address in brackets. */
    static Optional<InetAddress> inBrackets(String host) {
        String inside = host.substring(1, host.length() - 1);
        byte[] octets = NetUtil.isValidIpV6Address(inside) && inside.indexOf('%') < 0
                ? NetUtil.createByteArrayFromIpAddressString(inside)
                : null;
        return Optional.ofNullable(octets).map(IpLiterals::of);
    }

    /** Whether a host ends in a number, so that parsers take it for an IPv4 address of some form. */
    static boolean endsInNumber(String host) {
        String bare = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        String last = bare.substring(bare.lastIndexOf('.') + 1);
        return last.matches("[0-9]+|0[xX][0-9a-fA-F]*");
    }

    /** Parses four decimal numbers without leading zeros. */
    static Optional<InetAddress> dotted(String host) {
        String number = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
        return host.matches(number + "(\\." + number + "){3}") ? Optional.of(read(host)) : Optional.empty();
    }
}
