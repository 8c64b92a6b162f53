package dev.larder.cluster.protocol;

import java.util.List;
import java.util.UUID;

/**
 * How a member stands; for operators.
 *
 * @param joined whether it and all others know of one another
 * @param entitled whether it may answer from its store
 */
public record MemberStatus(UUID id, String address, boolean joined, boolean entitled, List<PeerStatus> others) {

    /**
     * Another member.
     *
     * @param leases whether it grants a lease now
     * @param met whether each waits for the other
     * @param silence how it is heard of
     */
    public record PeerStatus(UUID id, String address, boolean leases, boolean met, Silence silence) {

        /** Whether it has not been heard of for two beats at least. */
        public boolean silent() {
            return silence != Silence.NONE;
        }
    }

    /** For how long a member has not been heard of. */
    public enum Silence {
        /** For less than two beats. */
        NONE,
        /** For two beats, as happens to a busy one. */
        SHORT,
        /** For half a lease: nobody should wait for what it is doing. */
        LONG
    }

    public MemberStatus {
        others = List.copyOf(others);
    }
}
