package dev.larder.rpc.wall;

import dev.larder.rpc.wall.SpecialAddresses.Block;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;

/** To which addresses names may lead: public ones, and those that are listed. */
public final class AddressPolicy {

    private final List<Block> listed;
    private final List<InetAddress> written;

    /**
     * A wall with these gates.
     *
     * @param listed further addresses
     * @param origins of which those written as an address are listed by that
     */
    public AddressPolicy(List<Block> listed, Collection<WebOrigin> origins) {
        this.listed = List.copyOf(listed);
        this.written =
                origins.stream().flatMap(origin -> origin.address().stream()).toList();
    }

    /** Whether one may connect there. */
    public boolean admits(InetAddress address) {
        return SpecialAddresses.of(address).isEmpty()
                || written.contains(address)
                || listed.stream().anyMatch(block -> block.holds(address));
    }
}
