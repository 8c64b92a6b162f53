package dev.larder.soak.traffic;

/**
 * An answer that has arrived whole.
 *
 * @param status of HTTP
 * @param cacheStatus the field Cache-Status, or nothing
 * @param content its bytes
 */
record Reply(int status, String cacheStatus, byte[] content) {

    /** Whether the cache has answered from what it had (RFC 9211). */
    boolean hit() {
        return cacheStatus.contains("; hit");
    }
}
