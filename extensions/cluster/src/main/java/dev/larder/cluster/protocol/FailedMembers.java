package dev.larder.cluster.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Members that are there no more. */
final class FailedMembers {

    private final LeaseSettings lease;
    private final Map<UUID, Long> since = new HashMap<>();

    FailedMembers(LeaseSettings lease) {
        this.lease = lease;
    }

    /** It is there no more. */
    void add(UUID member, long now) {
        since.put(member, now);
    }

    boolean has(UUID member) {
        return since.containsKey(member);
    }

    /** Whether messages of it may still be under way. */
    boolean isRecent(UUID member, long now) {
        Long then = since.get(member);
        return then != null && now - then < lease.given();
    }

    /** Forgets those of long ago. */
    void forget(long now) {
        since.values().removeIf(then -> now - then >= lease.given());
    }
}
