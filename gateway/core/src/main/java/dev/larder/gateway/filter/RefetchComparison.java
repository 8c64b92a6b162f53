package dev.larder.gateway.filter;

import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredBody;
import java.util.Optional;

/**
 * A stored response that needs the origin's word, and what the origin says: listeners learn how long bodies live that no write
 * has changed, and of what a write has dropped whether it had changed.
 *
 * @param selected what is to be compared; empty if nothing is
 * @param dropped the same, if a write has dropped it; empty if not
 */
record RefetchComparison(
        CacheServices services,
        CacheExchange visit,
        Optional<SelectedResponse> selected,
        Optional<SelectedResponse> dropped) {

    /** Of what a request has selected. */
    static RefetchComparison of(CacheServices services, CacheExchange visit, Optional<SelectedResponse> selection) {
        Optional<SelectedResponse> dropped = selection.filter(
                selected -> services.fetching().store().standing(selected.stamp()) == EntryStatus.INVALIDATED);
        return new RefetchComparison(services, visit, selection, dropped);
    }

    /** The origin has said that it is as good as before. */
    void confirmed() {
        told(false);
    }

    /** The origin has sent this. */
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
