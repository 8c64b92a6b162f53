package dev.larder.rpc.policy;

import dev.larder.rpc.policy.SpecialAddresses.Block;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;

/** Decides to which addresses names may resolve: public ones, and listed ones. */
public final class AddressPolicy {

    private final List<Block> listed;
    private final List<InetAddress> written;

    /**
     * Creates a policy.
     *
     * @param listed additional addresses
     * @param origins those written as an address add it to the list
     */
    public AddressPolicy(List<Block> listed, Collection<WebOrigin> origins) {
        this.listed = List.copyOf(listed);
        this.written =
                origins.stream().flatMap(origin -> origin.address().stream()).toList();
    }

    /** Whether a connection to this address is allowed. */
    public boolean allows(InetAddress address) {
        return SpecialAddresses.of(address).isEmpty()
                || written.contains(address)
                || listed.stream().anyMatch(block -> block.contains(address));
    }
}
