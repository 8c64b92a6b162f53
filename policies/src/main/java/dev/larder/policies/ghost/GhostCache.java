package dev.larder.policies.ghost;

import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.ghost.SampledKey.Copy;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One policy of one size, run on the sample. A key weighs as much as all the keys that it stands for, so that the capacity
 * is the whole cache's (as in miniature simulation, Waldspurger et al., Cache Modeling and Optimization using Miniature
 * Simulations, USENIX ATC 2017, with weights in the place of a smaller cache: they may differ from key to key).
 */
final class GhostCache {

    /** Parts of a byte in which is weighed: a key may stand for a broken number of others. */
    static final long PARTS = 64;

    /** Worth of a byte in the units that policies by worth reckon in. */
    private static final double WORTH = 1 << 10;

    /** Requests that a resident is told anew when its weight changes. */
    private static final int REMEMBERED = 16;

    final CandidatePolicy candidate;
    final long capacity;
    final MissVolumes ofHeavies = new MissVolumes();
    final MissVolumes ofOthers = new MissVolumes();

    /** Those of the others, by stratum. */
    final StratumVolumes missed = new StratumVolumes();

    private final int index;
    private final EvictionPolicy<SampledKey> policy;
    private final Consumer<SampledKey> whenGone;
    private int residents;

    /**
     * A ghost that holds nothing.
     *
     * @param index among all ghosts
     * @param whenGone is told of each key that it holds no longer
     */
    GhostCache(int index, CandidatePolicy candidate, long capacity, long seed, Consumer<SampledKey> whenGone) {
        this.index = index;
        this.candidate = candidate;
        this.capacity = capacity;
        this.policy = candidate.create(PARTS * capacity, seed);
        this.whenGone = whenGone;
    }

    /**
     * A request comes.
     *
     * @param copy what is stored by it, if it is a miss
     * @param each how many keys this one stands for
     * @return the cause of a miss; null for a hit
     */
    @Nullable
    GhostMissCause request(SampledKey key, GhostRead read, Copy copy, double each) {
        Copy held = key.in(index);
        if (held == null) {
            store(key, copy, each);
            return GhostMissCause.CAPACITY;
        }
        boolean counts = held.version() == copy.version() || read.version().covers(held.version());
        if (counts && read.time() - held.time() < read.lifetime()) {
            policy.onHit(key);
            return null;
        }
        drop(key);
        store(key, copy, each);
        return counts ? GhostMissCause.EXPIRED : GhostMissCause.INVALIDATED;
    }

    /** Counts a miss, at a request for a key that is followed by chance, and not for the first time. */
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

    /** A key stands for so many from now on. */
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

    /** A key is in the sample no longer. */
    void drop(SampledKey key) {
        if (key.in(index) != null) {
            policy.onRemove(key);
            key.leave(index);
            residents--;
        }
    }

    /** Number of keys that it holds. */
    int residents() {
        return residents;
    }

    /** Half of the keys that were drawn are drawn no longer. */
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
