package dev.larder.policies.eviction;

import java.util.Collection;

/**
 * The GreedyDual family: evicts the resident with the lowest H. H is L plus the resident's value, and L is the H of the
 * last victim. Residents age as L rises (Cao and Irani, 1997: subtracting L from all instead would cost more).
 */
abstract class GreedyDual<K> extends AbstractPolicy<K, RankedResident<K>> {

    private final RankHeap<K> heap = new RankHeap<>();
    private double inflation; // L
    private long requests;

    GreedyDual(long capacity) {
        super(capacity);
    }

    /** Returns the value of one request for an object of this weight and cost. */
    abstract double worth(long weight, long cost);

    /** Returns how far above L the resident ranks. */
    abstract double value(RankedResident<K> resident);

    /** Whether L follows the victims; otherwise it stays 0. */
    boolean isAging() {
        return true;
    }

    /** Returns the H of a newcomer after its victims are evicted: with their L, unless the newcomer had to compete before. */
    double firstRank(RankedResident<K> newcomer) {
        return inflation + value(newcomer);
    }

    @Override
    final RankedResident<K> newcomer(K key, long weight, long cost) {
        var newcomer = new RankedResident<>(key, weight, worth(weight, cost));
        rank(newcomer);
        return newcomer;
    }

    @Override
    final void requested(RankedResident<K> resident) {
        resident.frequency++;
        rank(resident);
    }

    private void rank(RankedResident<K> resident) {
        resident.rank = inflation + value(resident);
        resident.lastRequest = ++requests;
    }

    @Override
    final RankedResident<K> nextVictim() {
        return heap.least();
    }

    @Override
    final void evicted(RankedResident<K> victim) {
        if (isAging()) {
            inflation = victim.rank; // L := H of the victim
        }
        heap.remove(victim);
    }

    @Override
    final void link(RankedResident<K> newcomer) {
        newcomer.rank = firstRank(newcomer);
        heap.add(newcomer);
    }

    @Override
    final void unlink(RankedResident<K> gone) {
        heap.remove(gone);
    }

    final RankHeap<K> heap() {
        return heap;
    }

    @Override
    final Collection<RankedResident<K>> checkedStructure() {
        Collection<RankedResident<K>> residents = heap.checkedElements();
        for (RankedResident<K> resident : residents) {
            check(resident.rank >= inflation, "nobody ranks below the last victim", resident.key);
            check(resident.frequency >= 1, "everybody was requested", resident.key);
            check(resident.lastRequest <= requests, "nobody was requested in the future", resident.key);
        }
        return residents;
    }
}
