package dev.larder.policies.eviction;

/** A resident that stands in a {@link RankHeap}. Its rank only ever grows while it is there. */
final class RankedResident<K> extends ResidentKey<K> {

    /** What one request adds to the rank, in the units of the algorithm. */
    double worth;

    /** Requests since it was stored, the one that stored it included. */
    long frequency = 1;

    /** H, the smaller the sooner it leaves. */
    double rank;

    /** When it was last requested, counted in requests; decides between equal ranks. */
    long lastRequest;

    /** Its place in the heap. */
    int place;

    RankedResident(K key, long weight, double worth) {
        super(key, weight);
        this.worth = worth;
    }
}
