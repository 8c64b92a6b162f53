package dev.larder.rpc;

/**
 * Describes a store.
 *
 * @param store its name
 * @param policy its eviction policy
 * @param maxSize its bound in bytes
 */
public record StoreDescription(String store, String policy, long maxSize) {

    /** For documents fetched on a route without a cache. */
    public static final StoreDescription NONE = new StoreDescription("none", "none", 0);
}
