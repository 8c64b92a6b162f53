package dev.larder.policies.eviction;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * Residents that compete by rank H = L + preference, L being the rank of the last loser (Cherkasova, Greedy-Dual-Size
 * with Frequency, 1998). A newcomer competes too: it is refused if the residents it would displace are worth more above
 * L, summed over their bytes, than it is over its own. Nothing is evicted for an unworthy newcomer, a large object is
 * compared with all residents whose space it takes, and L rises by refusals as it does by evictions.
 */
final class PreferenceRanking<K> {

    private RetentionPreference preference;
    private RankHeap<K> heap = new RankHeap<>();
    private double inflation; // L

    /** Residents beaten by a winner not added yet, except the last; out of the heap, lowest rank first. */
    private final Queue<RankedResident<K>> losers = new ArrayDeque<>();

    private long requests;

    PreferenceRanking(RetentionPreference preference) {
        this.preference = preference;
    }

    /** Updates the rank after a request. A rank never falls, even if the frequency has decayed meanwhile. */
    void requested(RankedResident<K> contestant, int frequency) {
        contestant.frequency = frequency;
        contestant.lastRequest = ++requests;
        contestant.rank = Math.max(contestant.rank, inflation + preference.value(frequency, contestant.worth));
    }

    /** Returns the part of the preference that depends on size. */
    double worth(long size) {
        return preference.worth(size);
    }

    /**
     * Whether the ranked newcomer wins against the residents to evict for this excess in bytes over the capacity. If
     * so, they are to be evicted next.
     */
    boolean compete(RankedResident<K> newcomer, long excess) {
        double credit = (newcomer.rank - inflation) * newcomer.weight;
        long missing = excess;
        while (missing > 0 && credit >= 0) {
            RankedResident<K> least = heap.least();
            credit -= (least.rank - inflation) * least.weight;
            missing -= least.weight;
            if (credit < 0) {
                inflation = Math.max(inflation, Math.min(newcomer.rank, least.rank));
            } else if (missing > 0) {
                heap.remove(least);
                losers.add(least);
            }
        }
        if (credit < 0) {
            losers.forEach(heap::add);
            losers.clear();
        }
        return credit >= 0;
    }

    /** Returns the next resident to evict. */
    RankedResident<K> least() {
        return losers.isEmpty() ? heap.least() : losers.element();
    }

    /** Removes the resident of least rank. */
    void evict(RankedResident<K> least) {
        inflation = Math.max(inflation, least.rank); // L := H of the victim
        if (losers.poll() == null) {
            heap.remove(least);
        }
    }

    /** Adds the winner, for which there is space now. */
    void add(RankedResident<K> winner) {
        winner.rank = Math.max(winner.rank, inflation + preference.value((int) winner.frequency, winner.worth));
        heap.add(winner);
    }

    void remove(RankedResident<K> contestant) {
        heap.remove(contestant);
    }

    int size() {
        return heap.size() + losers.size();
    }

    /** Adopts the preference of another ranking and its L, so that all are ranked on one scale. */
    void follow(PreferenceRanking<?> other) {
        preference = other.preference;
        inflation = other.inflation;
        var ranked = new RankHeap<K>();
        for (RankedResident<K> contestant : heap.checkedElements()) {
            contestant.worth = preference.worth(contestant.weight);
            contestant.rank = inflation + preference.value((int) contestant.frequency, contestant.worth);
            ranked.add(contestant);
        }
        heap = ranked;
    }

    /** Returns the contestants, after a check of the ranks. */
    List<RankedResident<K>> checkedContestants() {
        List<RankedResident<K>> contestants = heap.checkedElements();
        contestants.addAll(losers);
        for (RankedResident<K> contestant : contestants) {
            AbstractPolicy.check(contestant.rank > 0, "everybody is worth something", contestant.rank);
            AbstractPolicy.check(contestant.lastRequest <= requests, "nobody was requested in the future", requests);
        }
        return contestants;
    }
}
