package dev.larder.policies.eviction;

import static java.util.Objects.requireNonNull;

import java.util.Collection;

/**
 * TinyLFU: LRU with admission by a counting sketch. A newcomer is admitted only if it was requested more often recently
 * than its victims together (<a href="https://doi.org/10.1145/3149371">Einziger, Friedman, Manes, TinyLFU: A Highly
 * Efficient Cache Admission Policy, 2017</a>, figure 1; victims are summed as weights differ).
 */
public final class TinyLfu<K> extends AbstractPolicy<K, LinkedResident<K>> {

    private final LinkedQueue<K> recency = new LinkedQueue<>();
    private final FrequencySketch sketch = new FrequencySketch(1024);

    /** Creates an empty policy of this capacity, in bytes. */
    public TinyLfu(long capacity) {
        super(capacity);
    }

    @Override
    LinkedResident<K> newcomer(K key, long weight, long cost) {
        sketch.increment(key.hashCode());
        return new LinkedResident<>(key, weight);
    }

    @Override
    void requested(LinkedResident<K> resident) {
        sketch.increment(resident.key.hashCode());
        recency.renew(resident);
    }

    @Override
    boolean admit(LinkedResident<K> newcomer) {
        long excess = weight() - (capacity() - newcomer.weight);
        int own = sketch.frequency(newcomer.key.hashCode());
        int rivals = -1; // without victims, any frequency is enough
        for (LinkedResident<K> rival = recency.oldest();
                rival != null && excess > 0 && rivals < own;
                rival = rival.newer) {
            rivals = Math.max(rivals, 0) + sketch.frequency(rival.key.hashCode());
            excess -= rival.weight;
        }
        return own > rivals;
    }

    @Override
    LinkedResident<K> nextVictim() {
        return requireNonNull(recency.oldest());
    }

    @Override
    void link(LinkedResident<K> newcomer) {
        recency.add(newcomer);
        sketch.ensureCapacity(count());
    }

    @Override
    void unlink(LinkedResident<K> gone) {
        recency.remove(gone);
    }

    @Override
    Collection<LinkedResident<K>> checkedStructure() {
        return recency.checkedElements();
    }
}
