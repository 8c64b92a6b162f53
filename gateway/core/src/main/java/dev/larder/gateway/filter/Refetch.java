package dev.larder.gateway.filter;

import dev.larder.gateway.observe.audit.Audits;
import dev.larder.invalidation.Standing;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredBody;
import java.util.Optional;

/**
 * A stored response that needs the origin's word, and what the origin says: listeners learn how long bodies live that no write
 * has changed, and the auditor learns of what a write has dropped whether it had changed.
 *
 * @param selected what is to be compared; empty if nothing is
 * @param dropped the same, if the auditor is to know; empty if not
 */
record Refetch(CacheServices services, Visit visit, Optional<Selection> selected, Optional<Selection> dropped) {

    /** Of what a request has selected, if a write has dropped it and it is in the sample. */
    static Refetch of(CacheServices services, Visit visit, Optional<Selection> selection) {
        Audits audits = services.audits();
        Optional<Selection> dropped = selection.filter(
                selected -> services.shelf().standing(selected.stamp()) == Standing.INVALIDATED && audits.draws());
        return new Refetch(services, visit, selection, dropped);
    }

    /** The origin has said that it is as good as before. */
    void confirmed() {
        told(false);
    }

    /** The origin has sent this. */
    void brought(ResponseHead head, StoredBody body) {
        selected.ifPresent(before -> told(!Copy.of(before.response()).same(new Copy(head, body))));
    }

    private void told(boolean changed) {
        selected.filter(before -> services.shelf().standing(before.stamp()) == Standing.USABLE)
                .ifPresent(before -> Fetched.told(services, visit, before.response(), changed));
        dropped.ifPresent(before -> services.audits()
                .refetched(visit.reach(), visit.request().target().getRawPath(), before.stamp(), changed));
    }
}
