package dev.larder.writes.buffer;

/**
 * Identifies repeated requests: the client's Idempotency-Key.
 *
 * @param key digest of the key itself, its channel and its owner
 * @param content digest of the whole request, which must be the same
 */
public record IdempotencyFingerprint(TruncatedSha256 key, TruncatedSha256 content) {}
