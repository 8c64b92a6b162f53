package dev.larder.rpc.policy;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Addresses that no host of the public internet has (the special-purpose registries of RFC 6890). */
public final class SpecialAddresses {

    private static final Map<FetchDenial, List<Block>> BLOCKS = new LinkedHashMap<>();

    static {
        BLOCKS.put(FetchDenial.ADDRESS_UNSPECIFIED, blocks("0.0.0.0/8", "::/128"));
        BLOCKS.put(FetchDenial.ADDRESS_LOOPBACK, blocks("127.0.0.0/8", "::1/128"));
        BLOCKS.put(FetchDenial.ADDRESS_LINK_LOCAL, blocks("169.254.0.0/16", "fe80::/10"));
        BLOCKS.put(
                FetchDenial.ADDRESS_PRIVATE,
                blocks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7", "fec0::/10"));
        BLOCKS.put(FetchDenial.ADDRESS_MULTICAST, blocks("224.0.0.0/4", "ff00::/8"));
        BLOCKS.put(
                FetchDenial.ADDRESS_EMBEDDED,
                blocks("::ffff:0:0/96", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"));
        BLOCKS.put(
                FetchDenial.ADDRESS_RESERVED,
                blocks(
                        "192.0.0.0/24",
                        "192.0.2.0/24",
                        "192.88.99.0/24",
                        "198.18.0.0/15",
                        "198.51.100.0/24",
                        "203.0.113.0/24",
                        "240.0.0.0/4",
                        "100::/64",
                        "2001::/23",
                        "2001:db8::/32",
                        "3fff::/20",
                        "5f00::/16"));
    }

    private SpecialAddresses() {}

    /** A block of addresses with a common prefix. */
    public static final class Block {

        private final IpSubnetFilterRule rule;
        private final int octets;

        private Block(InetAddress network, int prefix) {
            this.rule = new IpSubnetFilterRule(network, prefix, IpFilterRuleType.ACCEPT);
            this.octets = network.getAddress().length;
        }

        /**
         * Parses a block: an address alone, or with the length of its prefix.
         *
         * @throws IllegalArgumentException if it is neither
         */
        public static Block of(String written) {
            int slash = written.indexOf('/');
            InetAddress network = IpLiterals.read(slash < 0 ? written : written.substring(0, slash));
            int most = network.getAddress().length * Byte.SIZE;
            int prefix = slash < 0 ? most : Integer.parseInt(written.substring(slash + 1));
            if (prefix < 0 || prefix > most) {
                throw new IllegalArgumentException(written);
            }
            return new Block(network, prefix);
        }

        /** Whether the block contains an address. */
        public boolean contains(InetAddress address) {
            return address.getAddress().length == octets && rule.matches(new InetSocketAddress(address, 0));
        }
    }

    /** Returns why an address is denied; empty if an internet host can have it. */
    public static Optional<FetchDenial> of(InetAddress address) {
        return BLOCKS.entrySet().stream()
                .filter(kind -> kind.getValue().stream().anyMatch(block -> block.contains(address)))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static List<Block> blocks(String... written) {
        return List.of(written).stream().map(Block::of).toList();
    }
}
