package dev.larder.invalidation;

/** How much of its own pool a write invalidates. Coupled pools are invalidated entirely, whatever their scope. */
public enum InvalidationScope {
    /** The whole pool. */
    POOL,
    /**
     * The path written to, everything below it, its ancestors, and the collections that it is part of, but for other items: the
     * members beside it, with everything below them, whose {@link SegmentShape} does not say that they are items beside it.
     */
    COLLECTION,
    /** The path written to, everything below it, and its ancestors, each with any query; not its siblings. */
    HIERARCHY,
    /** The path written to, with any query. */
    PATH,
    /** The path written to, and the groups and tags that the origin names. */
    GROUPS
}
