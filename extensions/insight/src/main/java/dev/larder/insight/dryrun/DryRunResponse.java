package dev.larder.insight.dryrun;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.RepresentationComparison;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.time.Instant;
import java.util.Optional;

/**
 * The origin's response.
 *
 * @param body digest of its content; empty if there is none to compare, as for HEAD
 * @param verdict whether it would have been stored
 * @param stated whether the origin states its freshness itself
 * @param at when it arrived, on the steady time line
 * @param stamp epoch of the request, and its tags
 */
public record DryRunResponse(
        ResponseHead head,
        Optional<BodyDigest> body,
        StoreVerdict verdict,
        boolean stated,
        Instant at,
        EpochStamp stamp) {

    private static final int NOT_MODIFIED = 304;
    private static final int PARTIAL_CONTENT = 206;

    /** Whether a stored response would have been right. */
    public enum Agreement {
        SAME,
        DIFFERENT,
        /** The origin's response does not tell. */
        UNKNOWN
    }

    public Agreement agrees(StoredResponse stored) {
        if (head.status() == NOT_MODIFIED || head.status() == PARTIAL_CONTENT || body.isEmpty()) {
            return RepresentationComparison.sameByTags(stored.head(), head)
                    .map(DryRunResponse::of)
                    .orElse(Agreement.UNKNOWN);
        }
        if (!RepresentationComparison.isComparable(head)) {
            return Agreement.UNKNOWN;
        }
        return of(RepresentationComparison.isSameRepresentation(
                stored.head(), head, stored.body().equals(body.get())));
    }

    private static Agreement of(boolean same) {
        return same ? Agreement.SAME : Agreement.DIFFERENT;
    }
}
