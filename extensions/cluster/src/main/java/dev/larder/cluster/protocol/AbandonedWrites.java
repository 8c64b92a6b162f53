package dev.larder.cluster.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes of members that have died, which this one has taken over: nobody knows what has become of them, so they count as
 * having happened, as soon as they are certainly over at their origin.
 */
final class AbandonedWrites {

    private final LeaseSettings lease;
    private final List<Orphan> all = new ArrayList<>();
    private long numbers;

    /**
     * A write that has been taken over.
     *
     * @param write its number here; negative, unlike those of this member's own
     * @param publication number of the publication that says what it has made wrong; 0 before it is due
     */
    record Orphan(long write, TagIds tags, long due, long publication) {}

    AbandonedWrites(LeaseSettings lease) {
        this.lease = lease;
    }

    /** Takes a write over; its number here. */
    long add(TagIds tags, long now) {
        numbers--;
        all.add(new Orphan(numbers, tags, now + lease.hold().toNanos(), 0));
        return numbers;
    }

    /** Those that are certainly over, and not yet published. */
    List<Orphan> due(long now) {
        return all.stream()
                .filter(each -> each.publication() == 0 && now - each.due() >= 0)
                .toList();
    }

    void published(Orphan orphan, long publication) {
        all.remove(orphan);
        all.add(new Orphan(orphan.write(), orphan.tags(), orphan.due(), publication));
    }

    /** Takes out those that every member knows of. */
    List<Orphan> known(PendingPublications releases) {
        List<Orphan> known = all.stream()
                .filter(each -> each.publication() != 0 && !releases.isWaiting(each.publication()))
                .toList();
        all.removeAll(known);
        return known;
    }
}
