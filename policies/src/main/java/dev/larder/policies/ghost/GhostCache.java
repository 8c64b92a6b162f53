package dev.larder.policies.ghost;

import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.ghost.SampledKey.Copy;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One policy of one size, run on the sample. A key weighs as much as all the keys that it represents, so that the capacity is
 * that of the whole cache. (This is miniature simulation, Waldspurger et al., Cache Modeling and Optimization using Miniature
 * Simulations, USENIX ATC 2017, with weights instead of a smaller cache, because they may differ from key to key.)
 */
final class GhostCache {

    /** Weight units per byte: a key may represent a fractional number of others. */
    static final long PARTS = 64;

    /** Value of a byte, in the units of policies that rank by value. */
    private static final double WORTH = 1 << 10;

    /** Maximum number of requests replayed for a resident when its weight changes. */
    private static final int REMEMBERED = 16;

    final CandidatePolicy candidate;
    final long capacity;
    final MissVolumes ofHeavies = new MissVolumes();
    final MissVolumes ofOthers = new MissVolumes();

    /** Misses of keys sampled by chance, by stratum. */
    final StratumVolumes missed = new StratumVolumes();

    private final int index;
    private final EvictionPolicy<SampledKey> policy;
    private final Consumer<SampledKey> whenGone;
    private int residents;

    /**
     * Creates an empty ghost.
     *
     * @param index among all ghosts
     * @param whenGone receives each key that the ghost removes
     */
    GhostCache(int index, CandidatePolicy candidate, long capacity, long seed, Consumer<SampledKey> whenGone) {
        this.index = index;
        this.candidate = candidate;
        this.capacity = capacity;
        this.policy = candidate.create(PARTS * capacity, seed);
        this.whenGone = whenGone;
    }

    /**
     * Processes a request.
     *
     * @param copy the content to store on a miss
     * @param each number of keys that this one represents
     * @return the cause of a miss; null for a hit
     */
    @Nullable
    GhostMissCause request(SampledKey key, GhostRead read, Copy copy, double each) {
        Copy held = key.in(index);
        if (held == null) {
            store(key, copy, each);
            return GhostMissCause.CAPACITY;
        }
        boolean counts = held.version() == copy.version() || read.version().isStillValid(held.version());
        if (counts && read.time() - held.time() < read.lifetime()) {
            policy.onHit(key);
            return null;
        }
        drop(key);
        store(key, copy, each);
        return counts ? GhostMissCause.EXPIRED : GhostMissCause.INVALIDATED;
    }

    /** Counts a miss of a repeated request for a key that is followed by chance. */
    void missed(int stratum, GhostMissCause cause, long size) {
        ofOthers.of(cause).add(1, size);
        missed.add(stratum, 1, (double) size);
    }

    private void store(SampledKey key, Copy copy, double each) {
        key.enter(index, copy);
        residents++;
        long weight = Math.max(1, Math.round(PARTS * each * key.size));
        List<SampledKey> victims = policy.onStore(key, weight, Math.max(1, Math.round(WORTH * each)));
        for (int i = 0; i < victims.size(); i++) {
            SampledKey victim = victims.get(i);
            victim.leave(index);
            residents--;
            whenGone.accept(victim);
        }
    }

    /** Changes how many keys this key represents. */
    void reweigh(SampledKey key, double each) {
        Copy held = key.in(index);
        if (held != null) {
            drop(key);
            store(key, held, each);
            for (int i = 1; i < Math.min(key.requests(), REMEMBERED); i++) {
                policy.onHit(key);
            }
        }
    }

    /** Removes a key that is no longer in the sample. */
    void drop(SampledKey key) {
        if (key.in(index) != null) {
            policy.onRemove(key);
            key.leave(index);
            residents--;
        }
    }

    /** Returns the number of keys in this ghost. */
    int residents() {
        return residents;
    }

    /** Adjusts the counts after half of the sampled keys are no longer sampled. */
    void drawHalved() {
        ofOthers.halve();
        missed.halve();
    }

    void halve() {
        ofHeavies.halve();
        drawHalved();
    }

    void checkInvariants() {
        policy.checkInvariants();
    }
}
