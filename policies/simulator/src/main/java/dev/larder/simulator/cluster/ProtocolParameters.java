package dev.larder.simulator.cluster;

/**
 * The parameters of the invalidation protocol.
 *
 * @param lease nanoseconds for which a member may serve hits without contact to the others, and a writer waits for one
 * @param window nanoseconds for which a batching variant collects records into one message
 * @param degree number of members to which a relay of a tree forwards a message
 * @param envelope bytes of a message beside its records
 * @param record bytes of a record
 */
public record ProtocolParameters(long lease, long window, int degree, long envelope, long record) {

    private static final int HEARTBEATS_PER_LEASE = 8;

    /** Checks that the protocol can run. */
    public ProtocolParameters {
        ArgumentCheck.that(lease >= 1_000_000, "a lease of at least 1ms");
        ArgumentCheck.that(window >= 0 && window < lease, "a batch window shorter than the lease");
        ArgumentCheck.that(degree >= 2, "a tree of degree 2 at least");
        ArgumentCheck.that(envelope >= 0 && record >= 0, "bytes of messages of at least 0");
    }

    /** Returns the nanoseconds between two heartbeats of a member. */
    long heartbeat() {
        return lease / HEARTBEATS_PER_LEASE;
    }

    /** Returns the bytes of a message of this many records. */
    long bytes(long records) {
        return envelope + records * record;
    }
}
