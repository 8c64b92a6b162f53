package dev.larder.gateway.filter;

import dev.larder.gateway.observe.audit.Audits;
import dev.larder.gateway.rfc9111.ResponseHead;
import dev.larder.gateway.rfc9111.StoredBody;
import dev.larder.invalidation.Standing;
import java.util.Optional;

/**
 * A stored response that a write has dropped, and what the origin sends in its place: the auditor learns whether it had
 * changed.
 *
 * @param dropped what is to be compared; empty if nothing is
 */
record Refetch(Audits audits, Visit visit, Optional<Selection> dropped) {

    /** Of what a request has selected, if a write has dropped it and it is in the sample. */
    static Refetch of(CacheServices services, Visit visit, Optional<Selection> selection) {
        Audits audits = services.audits();
        Optional<Selection> dropped = selection.filter(selected ->
                services.shelf().standing(selected.stamp()) == Standing.INVALIDATED && audits.comparesRefetched());
        return new Refetch(audits, visit, dropped);
    }

    /** The origin has said that it is as good as before. */
    void confirmed() {
        dropped.ifPresent(selected -> report(selected, false));
    }

    /** The origin has sent this. */
    void brought(ResponseHead head, StoredBody body) {
        dropped.ifPresent(
                selected -> report(selected, !Copy.of(selected.response()).same(new Copy(head, body))));
    }

    private void report(Selection selected, boolean changed) {
        audits.refetched(visit.reach(), visit.request().target().getRawPath(), selected.stamp(), changed);
    }
}
