package dev.larder.policies.eviction;

import static java.util.Objects.requireNonNull;

import java.util.Collection;

/** Least recently used: evicts the object whose last request is oldest. */
public final class Lru<K> extends AbstractPolicy<K, LinkedResident<K>> {

    private final LinkedQueue<K> recency = new LinkedQueue<>();

    /** Creates an empty policy of this capacity, in bytes. */
    public Lru(long capacity) {
        super(capacity);
    }

    @Override
    LinkedResident<K> newcomer(K key, long weight, long cost) {
        return new LinkedResident<>(key, weight);
    }

    @Override
    void requested(LinkedResident<K> resident) {
        recency.renew(resident);
    }

    @Override
    LinkedResident<K> nextVictim() {
        return requireNonNull(recency.oldest());
    }

    @Override
    void link(LinkedResident<K> newcomer) {
        recency.add(newcomer);
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
