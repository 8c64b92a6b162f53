package dev.larder.cluster.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Members that have left or died. */
final class FailedMembers {

    private final LeaseSettings lease;
    private final Map<UUID, Long> since = new HashMap<>();

    FailedMembers(LeaseSettings lease) {
        this.lease = lease;
    }

    /** Records that a member is gone. */
    void add(UUID member, long now) {
        since.put(member, now);
    }

    boolean has(UUID member) {
        return since.containsKey(member);
    }

    /** Whether messages of a member may still be in transit. */
    boolean isRecent(UUID member, long now) {
        Long then = since.get(member);
        return then != null && now - then < lease.given();
    }

    /** Forgets members gone for long. */
    void forget(long now) {
        since.values().removeIf(then -> now - then >= lease.given());
    }
}
