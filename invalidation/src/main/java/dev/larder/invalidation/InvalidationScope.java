package dev.larder.invalidation;

/** How much of its own pool a write makes wrong. Coupled pools are dropped whole, whatever their scope. */
public enum InvalidationScope {
    /** All of it. */
    POOL,
    /** The path written to, everything below it, and its ancestors, each with any query; not its siblings. */
    HIERARCHY,
    /** The path written to, with any query. */
    PATH,
    /** The path written to, and what the origin names by Cache-Groups and tags. */
    GROUPS
}
