package dev.larder.policies.eviction;

import org.jspecify.annotations.Nullable;

/** An object of the sample, and its place in each shadow cache that has it. */
final class SampledObject<K> {

    final K key;
    final long hash;
    final long size;
    int frequency;

    private final @Nullable RankedResident<SampledObject<K>>[] places;
    private int resident;

    @SuppressWarnings({"unchecked", "rawtypes"}) // generic arrays cannot be made; only this class puts elements into it
    SampledObject(K key, long hash, long size, int shadows) {
        this.key = key;
        this.hash = hash;
        this.size = size;
        this.places = new RankedResident[shadows];
    }

    /** Returns its place in this shadow, or null if it is not there. */
    @Nullable
    RankedResident<SampledObject<K>> in(int shadow) {
        return places[shadow];
    }

    void enter(int shadow, RankedResident<SampledObject<K>> place) {
        places[shadow] = place;
        resident++;
    }

    void leave(int shadow) {
        places[shadow] = null;
        resident--;
    }

    /** Whether it is resident in any shadow. */
    boolean isResident() {
        return resident > 0;
    }
}
