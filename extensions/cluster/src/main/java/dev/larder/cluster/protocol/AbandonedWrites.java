package dev.larder.cluster.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes of dead members, taken over by this one. Their outcome is unknown, so each counts as having happened as soon as it is
 * certainly over at its origin.
 */
final class AbandonedWrites {

    private final LeaseSettings lease;
    private final List<Orphan> all = new ArrayList<>();
    private long numbers;

    /**
     * A write that has been taken over.
     *
     * @param write its number here; negative, unlike those of this member's own writes
     * @param publication number of the publication that invalidates its tags; 0 before it is due
     */
    record Orphan(long write, TagIds tags, long due, long publication) {}

    AbandonedWrites(LeaseSettings lease) {
        this.lease = lease;
    }

    /** Takes a write over and returns its number here. */
    long add(TagIds tags, long now) {
        numbers--;
        all.add(new Orphan(numbers, tags, now + lease.hold().toNanos(), 0));
        return numbers;
    }

    /** Returns the writes that are certainly over but not yet published. */
    List<Orphan> due(long now) {
        return all.stream()
                .filter(each -> each.publication() == 0 && now - each.due() >= 0)
                .toList();
    }

    void published(Orphan orphan, long publication) {
        all.remove(orphan);
        all.add(new Orphan(orphan.write(), orphan.tags(), orphan.due(), publication));
    }

    /** Removes and returns the writes that every member knows of. */
    List<Orphan> known(PendingPublications releases) {
        List<Orphan> known = all.stream()
                .filter(each -> each.publication() != 0 && !releases.isWaiting(each.publication()))
                .toList();
        all.removeAll(known);
        return known;
    }
}
