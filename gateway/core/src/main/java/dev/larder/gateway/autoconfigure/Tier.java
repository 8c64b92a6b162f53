package dev.larder.gateway.autoconfigure;

/** What responses are stored in, the fastest first. */
public enum Tier {
    /** The heap, ruled by larder.store.type. */
    MEMORY,
    /** The memory of all members of a cluster. */
    CLUSTER,
    /** A folder on disk, ruled by larder.disk.policy. */
    DISK
}
