package dev.larder.gateway.filter;

import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredBody;
import java.util.Optional;

/**
 * Compares a stored response that needs validation with the origin's response. Listeners learn how long bodies live unchanged by
 * writes, and whether a body that a write invalidated had really changed.
 *
 * @param selected the response to compare; empty if there is none
 * @param dropped the same, if a write has invalidated it; otherwise empty
 */
record RefetchComparison(
        CacheServices services,
        CacheExchange visit,
        Optional<SelectedResponse> selected,
        Optional<SelectedResponse> dropped) {

    /** Creates a comparison for the response that a request selected. */
    static RefetchComparison of(CacheServices services, CacheExchange visit, Optional<SelectedResponse> selection) {
        Optional<SelectedResponse> dropped = selection.filter(
                selected -> services.fetching().store().standing(selected.stamp()) == EntryStatus.INVALIDATED);
        return new RefetchComparison(services, visit, selection, dropped);
    }

    /** Called when the origin has confirmed the response. */
    void confirmed() {
        told(false);
    }

    /** Called when the origin has sent this response. */
    void brought(ResponseHead head, StoredBody body) {
        selected.ifPresent(
                before -> told(!ComparableResponse.of(before.response()).same(new ComparableResponse(head, body))));
    }

    private void told(boolean changed) {
        selected.filter(before -> services.fetching().store().standing(before.stamp()) == EntryStatus.USABLE)
                .ifPresent(before -> ComparisonReporter.tell(services, visit, before.response(), changed));
        dropped.ifPresent(before -> services.extensions()
                .events()
                .refetched(visit.resourceTags(), StoredHit.rawPath(visit), before.stamp(), changed));
    }
}
