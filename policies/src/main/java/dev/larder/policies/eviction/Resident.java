package dev.larder.policies.eviction;

/** What a policy knows of a resident key. */
class Resident<K> {

    final K key;
    final long weight;

    Resident(K key, long weight) {
        this.key = key;
        this.weight = weight;
    }
}
