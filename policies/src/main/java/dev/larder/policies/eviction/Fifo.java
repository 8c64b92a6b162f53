package dev.larder.policies.eviction;

import static java.util.Objects.requireNonNull;

import java.util.Collection;

/** First in, first out, also known as least recently cached: evicts the object stored first. */
public final class Fifo<K> extends AbstractPolicy<K, LinkedResident<K>> {

    private final LinkedQueue<K> queue = new LinkedQueue<>();

    /** Creates an empty policy of this capacity, in bytes. */
    public Fifo(long capacity) {
        super(capacity);
    }

    @Override
    LinkedResident<K> newcomer(K key, long weight, long cost) {
        return new LinkedResident<>(key, weight);
    }

    @Override
    void requested(LinkedResident<K> resident) {}

    @Override
    LinkedResident<K> nextVictim() {
        return requireNonNull(queue.oldest());
    }

    @Override
    void link(LinkedResident<K> newcomer) {
        queue.add(newcomer);
    }

    @Override
    void unlink(LinkedResident<K> gone) {
        queue.remove(gone);
    }

    @Override
    Collection<LinkedResident<K>> checkedStructure() {
        return queue.checkedElements();
    }
}
