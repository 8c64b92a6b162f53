package dev.larder.policies.eviction;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * Residents that compete by rank H = L + preference, L being the rank of the last loser (Cherkasova, Greedy-Dual-Size
 * with Frequency, 1998). A newcomer competes too: it is refused if those who would have to leave for it are worth more
 * above L, summed over their bytes, than it is itself over its own. So nobody leaves for an unworthy newcomer, a large
 * object is measured against all whose place it takes, and L rises by refusals as it does by evictions.
 */
final class PreferenceRanking<K> {

    private RetentionPreference preference;
    private RankHeap<K> heap = new RankHeap<>();
    private double inflation; // L

    /** Those beaten by a winner that has not been added yet, all but the last of them; out of the heap, the least first. */
    private final Queue<RankedResident<K>> losers = new ArrayDeque<>();

    private long requests;

    PreferenceRanking(RetentionPreference preference) {
        this.preference = preference;
    }

    /** Ranks it for a request. Its rank never falls, even where its frequency has been forgotten meanwhile. */
    void requested(RankedResident<K> contestant, int frequency) {
        contestant.frequency = frequency;
        contestant.lastRequest = ++requests;
        contestant.rank = Math.max(contestant.rank, inflation + preference.value(frequency, contestant.worth));
    }

    /** The part of the preference that size decides. */
    double worth(long size) {
        return preference.worth(size);
    }

    /**
     * Whether the ranked newcomer wins against those who must leave to free as many bytes as exceed the capacity. If so, they
     * are to be evicted next.
     */
    boolean wins(RankedResident<K> newcomer, long excess) {
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

    /** Who leaves next. */
    RankedResident<K> least() {
        return losers.isEmpty() ? heap.least() : losers.element();
    }

    /** The least leaves. */
    void evict(RankedResident<K> least) {
        inflation = Math.max(inflation, least.rank); // L := H of the victim
        if (losers.poll() == null) {
            heap.remove(least);
        }
    }

    /** There is room for it now. */
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

    /** Goes over to the preference of another contest and to its L, so that all are ranked on one scale. */
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

    /** The contestants, after a check of the ranks. */
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
