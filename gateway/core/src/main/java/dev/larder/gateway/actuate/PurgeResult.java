package dev.larder.gateway.actuate;

/**
 * Result of a purge.
 *
 * @param entries number of entries purged
 * @param failed number of entries that the store failed to purge
 */
public record PurgeResult(long entries, long failed) {}
