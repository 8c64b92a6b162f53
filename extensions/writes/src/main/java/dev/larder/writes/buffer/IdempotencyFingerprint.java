package dev.larder.writes.buffer;

/**
 * By what a repeated request is known: the client's Idempotency-Key.
 *
 * @param key of the key itself, its channel and whose it is
 * @param content of the whole request, which has to be the same
 */
public record IdempotencyFingerprint(TruncatedSha256 key, TruncatedSha256 content) {}
