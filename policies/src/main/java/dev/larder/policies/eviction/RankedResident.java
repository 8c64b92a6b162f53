package dev.larder.policies.eviction;

/** A resident in a {@link RankHeap}. Its rank only grows while it is there. */
final class RankedResident<K> extends ResidentKey<K> {

    /** Rank that one request adds, in the units of the algorithm. */
    double worth;

    /** Requests since it was stored, including the one that stored it. */
    long frequency = 1;

    /** H; residents with a lower H are evicted sooner. */
    double rank;

    /** Time of the last request, counted in requests; orders equal ranks. */
    long lastRequest;

    /** Index in the heap. */
    int place;

    RankedResident(K key, long weight, double worth) {
        super(key, weight);
        this.worth = worth;
    }
}
