package dev.larder.policies.eviction;

import static java.util.Objects.requireNonNull;

import java.util.Collection;

/** First in, first out, also known as least recently cached: whoever was stored first leaves first. */
public final class Fifo<K> extends AbstractPolicy<K, Linked<K>> {

    private final Chain<K> queue = new Chain<>();

    /** An empty policy of this capacity, in bytes. */
    public Fifo(long capacity) {
        super(capacity);
    }

    @Override
    Linked<K> newcomer(K key, long weight, long cost) {
        return new Linked<>(key, weight);
    }

    @Override
    void requested(Linked<K> resident) {}

    @Override
    Linked<K> nextVictim() {
        return requireNonNull(queue.oldest());
    }

    @Override
    void link(Linked<K> newcomer) {
        queue.add(newcomer);
    }

    @Override
    void unlink(Linked<K> gone) {
        queue.remove(gone);
    }

    @Override
    Collection<Linked<K>> checkedStructure() {
        return queue.checkedElements();
    }
}
