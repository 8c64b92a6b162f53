package dev.larder.cluster.protocol;

import java.util.List;
import java.util.UUID;

/**
 * How a member stands; for operators.
 *
 * @param joined whether it and all others know of one another
 * @param entitled whether it may answer from its store
 */
public record Status(UUID id, String address, boolean joined, boolean entitled, List<Other> others) {

    /**
     * Another member.
     *
     * @param leases whether it grants a lease now
     * @param met whether each waits for the other
     * @param silent whether it has not been heard of for two beats
     */
    public record Other(UUID id, String address, boolean leases, boolean met, boolean silent) {}

    public Status {
        others = List.copyOf(others);
    }
}
