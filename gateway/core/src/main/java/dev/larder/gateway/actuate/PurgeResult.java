package dev.larder.gateway.actuate;

/**
 * What a purge has done.
 *
 * @param entries how many it has touched
 * @param failed how many it should have touched, but the store failed
 */
public record PurgeResult(long entries, long failed) {}
