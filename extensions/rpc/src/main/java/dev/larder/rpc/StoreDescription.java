package dev.larder.rpc;

/**
 * Which store it is.
 *
 * @param store its name
 * @param policy who decides what stays in it
 * @param maxSize bytes that it may hold
 */
public record StoreDescription(String store, String policy, long maxSize) {

    /** What is fetched on a route without a cache. */
    public static final StoreDescription NONE = new StoreDescription("none", "none", 0);
}
