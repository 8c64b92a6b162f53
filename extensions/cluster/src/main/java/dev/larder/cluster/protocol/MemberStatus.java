package dev.larder.cluster.protocol;

import java.util.List;
import java.util.UUID;

/**
 * Status of a member, for operators.
 *
 * @param hasJoined whether it and all others know of one another
 * @param mayUseStore whether it may answer from its store
 */
public record MemberStatus(UUID id, String address, boolean hasJoined, boolean mayUseStore, List<PeerStatus> others) {

    /**
     * Status of another member.
     *
     * @param isGrantingLease whether it currently grants a lease
     * @param isMet whether each waits for the other
     * @param silence how long it has been silent
     */
    public record PeerStatus(UUID id, String address, boolean isGrantingLease, boolean isMet, Silence silence) {

        /** Whether it has been silent for at least two beats. */
        public boolean isSilent() {
            return silence != Silence.NONE;
        }
    }

    /** How long a member has been silent. */
    public enum Silence {
        /** Less than two beats. */
        NONE,
        /** Two beats, as happens to a busy member: its work in progress should not be waited for. */
        SHORT,
        /** Half a lease: somebody should look. */
        LONG
    }

    public MemberStatus {
        others = List.copyOf(others);
    }
}
