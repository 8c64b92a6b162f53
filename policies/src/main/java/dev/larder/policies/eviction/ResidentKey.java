package dev.larder.policies.eviction;

/** A policy's state of a resident key. */
class ResidentKey<K> {

    final K key;
    final long weight;

    ResidentKey(K key, long weight) {
        this.key = key;
        this.weight = weight;
    }
}
