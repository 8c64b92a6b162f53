package dev.larder.gateway.observe;

/**
 * A response field that says in one word what the cache did, for clients that do not read Cache-Status (RFC 9211).
 *
 * @param name of the field
 * @param hit the word for an answer from the store
 * @param miss the word for any other
 * @param unreachable the word for an answer of the origin's, because the store could not be asked
 */
public record StatusField(String name, String hit, String miss, String unreachable) {

    /** The word for a request. */
    public String word(CacheReport report) {
        if (report.isHit()) {
            return hit;
        }
        return report.storeUnreachable() ? unreachable : miss;
    }
}
