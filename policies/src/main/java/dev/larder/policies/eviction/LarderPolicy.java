package dev.larder.policies.eviction;

import java.util.Collection;

/**
 * Larder's own policy: a {@link PreferenceRanking} by a {@link RetentionPreference} for small and frequent objects. The frequency
 * is that of a sketch, and so outlives eviction. The preference is the one of several candidates that performs best for the goal
 * in {@link ShadowCaches} of the traffic. Beyond its residents the policy takes memory for the sketch (32 to 64 bytes per
 * resident) and for the shadows (bounded). Fetch latencies do not count. See {@code docs/policy-larder.md} of this module.
 */
public final class LarderPolicy<K> extends AbstractPolicy<K, RankedResident<K>> {

    /** How many times longer a key's frequency is remembered than it would take to request each resident once. */
    private static final int MEMORY = 4;

    private final long seed;
    private final PreferenceRanking<K> contest;
    private final ShadowCaches<K> shadows;
    private final FrequencySketch sketch = new FrequencySketch(64);

    /**
     * Creates an empty policy.
     *
     * @param capacity maximum total weight of the residents, in bytes
     * @param goal the quantity to maximize
     * @param seed determines which keys are in the sample
     */
    public LarderPolicy(long capacity, OptimizationGoal goal, long seed) {
        super(capacity);
        this.seed = seed;
        this.contest = new PreferenceRanking<>(goal.candidates().get(goal.first()));
        this.shadows = new ShadowCaches<>(capacity, goal);
    }

    @Override
    RankedResident<K> newcomer(K key, long weight, long cost) {
        int frequency = count(key, weight);
        var newcomer = new RankedResident<>(key, weight, contest.worth(weight));
        contest.requested(newcomer, frequency);
        return newcomer;
    }

    @Override
    void requested(RankedResident<K> resident) {
        contest.requested(resident, count(resident.key, resident.weight));
    }

    /** Counts a request and trains the shadow caches with it. Returns the key's frequency. */
    private int count(K key, long weight) {
        long hash = spread(key.hashCode() ^ seed);
        int frequency = sketch.increment((int) (hash >>> 32));
        PreferenceRanking<?> better = shadows.request(key, hash, weight, frequency);
        if (better != null) {
            contest.follow(better);
        }
        return frequency;
    }

    @Override
    boolean admit(RankedResident<K> newcomer) {
        return contest.compete(newcomer, weight() - (capacity() - newcomer.weight));
    }

    @Override
    RankedResident<K> nextVictim() {
        return contest.least();
    }

    @Override
    void evicted(RankedResident<K> victim) {
        contest.evict(victim);
    }

    @Override
    void link(RankedResident<K> newcomer) {
        contest.add(newcomer);
        sketch.ensureCapacity(MEMORY * contest.size());
    }

    @Override
    void unlink(RankedResident<K> gone) {
        contest.remove(gone);
        shadows.remove(gone.key);
    }

    @Override
    Collection<RankedResident<K>> checkedStructure() {
        return contest.checkedContestants();
    }

    @Override
    public void checkInvariants() {
        super.checkInvariants();
        shadows.checkInvariants();
    }

    /** Mixes x so that each bit of it affects each bit of the result (the finalizer of MurmurHash3). */
    private static long spread(long x) {
        long mixed = (x ^ x >>> 33) * 0xff51_afd7_ed55_8ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ce_b9fe_1a85_ec53L;
        return mixed ^ mixed >>> 33;
    }
}
