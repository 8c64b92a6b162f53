package dev.larder.policies.eviction;

import static java.util.Objects.requireNonNull;

import java.util.Collection;

/** Least recently used: whoever was requested longest ago leaves first. */
public final class Lru<K> extends AbstractPolicy<K, Linked<K>> {

    private final Chain<K> recency = new Chain<>();

    /** An empty policy of this capacity, in bytes. */
    public Lru(long capacity) {
        super(capacity);
    }

    @Override
    Linked<K> newcomer(K key, long weight, long cost) {
        return new Linked<>(key, weight);
    }

    @Override
    void requested(Linked<K> resident) {
        recency.renew(resident);
    }

    @Override
    Linked<K> nextVictim() {
        return requireNonNull(recency.oldest());
    }

    @Override
    void link(Linked<K> newcomer) {
        recency.add(newcomer);
    }

    @Override
    void unlink(Linked<K> gone) {
        recency.remove(gone);
    }

    @Override
    Collection<Linked<K>> checkedStructure() {
        return recency.checkedElements();
    }
}
