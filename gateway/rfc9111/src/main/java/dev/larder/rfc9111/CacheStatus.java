package dev.larder.rfc9111;

import java.time.Duration;
import java.util.Optional;

/** RFC 9211: this cache's member of Cache-Status. Built only from numbers and fixed tokens, so that nothing can be injected. */
public final class CacheStatus {

    /** The field name. */
    public static final String FIELD = "Cache-Status";

    private static final String CACHE = "Larder";

    /** Characters of most members. */
    private static final int LENGTH = 80;

    private CacheStatus() {}

    /**
     * The request was satisfied from the store.
     *
     * @param ttl remaining freshness; negative if stale
     */
    public static String hit(Duration ttl, Reason reason) {
        String member = CACHE + "; hit; ttl=" + ttl.toSeconds();
        return reason == Reason.HIT
                ? member
                : append(reason, new StringBuilder(member)).toString();
    }

    /**
     * The request was forwarded, or refused, or collapsed with a forwarded one.
     *
     * @param fwdStatus status of the origin's response, zero if there was none
     * @param stored whether that response was stored
     * @param collapsed whether the request shared the response to another one
     * @param detail further information, such as why the response was not stored
     */
    public static String forward(
            Reason why, int fwdStatus, boolean stored, boolean collapsed, Optional<Reason> detail) {
        StringBuilder member =
                new StringBuilder(LENGTH).append(CACHE).append("; fwd=").append(why.fwd());
        if (fwdStatus >= 100 && fwdStatus <= 999) {
            member.append("; fwd-status=").append(fwdStatus);
        }
        if (stored) {
            member.append("; stored");
        }
        if (collapsed) {
            member.append("; collapsed");
        }
        if (detail.isPresent() && !why.isStoreUnusable()) {
            append(detail.get(), member);
        } else if (why.hasDetail()) {
            append(why, member);
        }
        return member.toString();
    }

    /** Whether a member of this cache reports that the request was satisfied from the store. */
    public static boolean isHit(String member) {
        return member.startsWith(CACHE + "; hit");
    }

    /** Adds the cache key to the member as an sf-string; characters not allowed there are omitted. */
    public static String withKey(String member, String key) {
        StringBuilder escaped = new StringBuilder();
        for (char character : key.toCharArray()) {
            if (character == '"' || character == '\\') {
                escaped.append('\\').append(character);
            } else if (character >= 0x20 && character <= 0x7E) {
                escaped.append(character);
            }
        }
        return member + "; key=\"" + escaped + "\"";
    }

    /** Appends this cache's member after those of caches nearer to the origin (RFC 9211 2). */
    public static HeaderFields append(HeaderFields fields, String member) {
        return fields.and(FIELD, member);
    }

    private static StringBuilder append(Reason reason, StringBuilder member) {
        return member.append("; detail=").append(reason.token());
    }
}
