package dev.larder.writes.buffer;

/**
 * Identifies repeated requests: the client's Idempotency-Key. What it is made of is kept over restarts, so a request that was
 * acknowledged by one process is recognised by the next.
 *
 * @param key digest of the key itself, its channel and its sender
 * @param content digest of the whole request, which must be the same
 */
public record IdempotencyFingerprint(TruncatedSha256 key, TruncatedSha256 content) {

    /**
     * Returns the fingerprint of a request with an Idempotency-Key.
     *
     * @param sender whatever tells its sender from others
     */
    public static IdempotencyFingerprint of(String channel, String sender, String key, TruncatedSha256 content) {
        return new IdempotencyFingerprint(TruncatedSha256.of(channel, sender, key), content);
    }
}
