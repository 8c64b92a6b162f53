package dev.larder.gateway.metrics;

/**
 * A response field that reports in one word what the cache did, for clients that do not read Cache-Status (RFC 9211): {@code
 * hit}, {@code miss}, or {@code unreachable} for a response of the origin because the store failed.
 *
 * @param name name of the field
 */
public record StatusHeader(String name) {

    /** Returns the word for a request. */
    public String word(CacheReport report) {
        if (report.isHit()) {
            return "hit";
        }
        return report.isStoreUnreachable() ? "unreachable" : "miss";
    }
}
