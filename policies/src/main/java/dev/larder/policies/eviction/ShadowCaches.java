package dev.larder.policies.eviction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Small shadow caches, one per candidate preference, which see the same sample of the traffic and store no values. Keys are
 * sampled by hash. An object sampled with probability 1/2^n occupies and earns 2^n times its size, so that each shadow stands for
 * the whole cache at full capacity. Small objects are sampled as rarely as keeps the shadows small, large ones more often, up to
 * always: otherwise the few objects that dominate the bytes would be missed or counted double.
 */
final class ShadowCaches<K> {

    /** Maximum number of residents of a shadow; above it the sample is halved. */
    private static final int MAX_RESIDENTS = 256;

    /** Maximum fraction of a shadow that a sampled object occupies, unless its own size is larger. */
    private static final int PARTS = 64;

    private static final int MAX_HALVINGS = 40;

    private final long capacity;
    private final OptimizationGoal goal;
    private final List<ShadowCache<K>> shadows = new ArrayList<>();
    private final Map<K, SampledObject<K>> sampled = new HashMap<>();
    private final PreferenceComparison verdict;
    private int halvings;

    ShadowCaches(long capacity, OptimizationGoal goal) {
        this.capacity = capacity;
        this.goal = goal;
        for (RetentionPreference candidate : goal.candidates()) {
            shadows.add(new ShadowCache<>(shadows.size(), capacity, candidate));
        }
        verdict = new PreferenceComparison(shadows.size(), goal.first());
    }

    /** Returns the ranking whose preference has proved best, if it is another than before. */
    @Nullable
    PreferenceRanking<?> request(K key, long hash, long size, int frequency) {
        int level = level(size);
        if (!isDrawn(hash, level) || size > capacity) {
            return null;
        }
        SampledObject<K> known = sampled.get(key);
        if (known != null && known.size != size) {
            remove(key);
            known = null;
        }
        SampledObject<K> object = known != null ? known : new SampledObject<>(key, hash, size, shadows.size());
        object.frequency = frequency;
        int hits = 0;
        boolean full = false;
        for (ShadowCache<K> shadow : shadows) {
            hits |= shadow.recordRequest(object, level, sampled) ? 1 << shadow.index : 0;
            full |= shadow.size() > MAX_RESIDENTS;
        }
        if (known == null && object.isResident()) {
            sampled.put(key, object);
        }
        if (full && halvings < MAX_HALVINGS) {
            halve();
        }
        boolean changed = verdict.recordRequest(hits, Math.scalb(goal.gain(size), level));
        return changed ? shadows.get(verdict.best()).contest : null;
    }

    /** Removes an object that is gone for a reason other than eviction. */
    void remove(K key) {
        SampledObject<K> gone = sampled.remove(key);
        if (gone != null) {
            shadows.forEach(shadow -> shadow.remove(gone));
        }
    }

    /** Returns how often the sampling probability of an object of this size is halved. */
    private int level(long size) {
        long fitting = capacity / PARTS / size;
        return fitting <= 1 ? 0 : Math.min(halvings, 63 - Long.numberOfLeadingZeros(fitting));
    }

    private static boolean isDrawn(long hash, int level) {
        return (hash & (1L << level) - 1) == 0;
    }

    private void halve() {
        halvings++;
        List<SampledObject<K>> objects = new ArrayList<>(sampled.values());
        for (SampledObject<K> object : objects) {
            int level = level(object.size);
            if (isDrawn(object.hash, level)) {
                shadows.forEach(shadow -> shadow.reweigh(object, level, sampled));
            } else {
                remove(object.key);
            }
        }
    }

    /** Returns the sampled objects that are resident in a shadow. */
    Map<K, SampledObject<K>> sample() {
        return Collections.unmodifiableMap(sampled);
    }

    void checkInvariants() {
        for (SampledObject<K> object : sampled.values()) {
            AbstractPolicy.check(object.isResident(), "who is sampled is in a shadow", object.key);
            AbstractPolicy.check(isDrawn(object.hash, level(object.size)), "who is sampled is drawn", object.key);
        }
        shadows.forEach(shadow -> shadow.checkInvariants(sampled));
    }
}
