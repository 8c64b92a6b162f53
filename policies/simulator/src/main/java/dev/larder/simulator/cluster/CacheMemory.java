package dev.larder.simulator.cluster;

/**
 * Memory for stored responses.
 *
 * @param front bytes of the store in front, of each member
 * @param shared bytes of the shared map on each member, backups included
 * @param backups copies of each entry of the shared map beside its owner's
 */
public record CacheMemory(long front, long shared, int backups) {

    /** Checks that no size is negative. */
    public CacheMemory {
        ArgumentCheck.that(front >= 0 && shared >= 0, "memory of at least 0 bytes");
        ArgumentCheck.that(backups >= 0 && backups <= 6, "0 to 6 backups");
    }

    /** Returns the bytes of a member's own part of the shared map. */
    long owned() {
        return shared / (1 + backups);
    }
}
