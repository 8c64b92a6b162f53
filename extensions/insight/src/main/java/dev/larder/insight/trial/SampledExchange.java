package dev.larder.insight.trial;

import dev.larder.gateway.describe.ReplayableRequest;
import dev.larder.insight.dryrun.BodyDigest;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.UnsafeMethods;
import java.util.Optional;

/**
 * A request and the response that its client got.
 *
 * @param response its head; without Age and Date if it came from the store, as if the origin had sent it just now
 * @param body keyed digest of its content; empty if there is none to compare, as for HEAD
 * @param times when the request reached the cache, and when the response began
 * @param hit whether it came from the store
 */
public record SampledExchange(
        ReplayableRequest request,
        ResponseHead response,
        Optional<BodyDigest> body,
        ReceptionTimes times,
        boolean hit) {

    private static final int OVERHEAD = 600;
    private static final int EACH_FIELD = 112;

    /** Returns whether it may have changed something at the origin. */
    boolean isWrite() {
        return UnsafeMethods.isUnsafe(request.head().method());
    }

    /** Returns the approximate size in bytes. */
    long weight() {
        int fields = request.head().fields().size() + response.fields().size();
        return OVERHEAD
                + (long) EACH_FIELD * fields
                + request.weight()
                + response.fields().bytes();
    }
}
