package dev.larder.policies.eviction;

/** What a policy knows of a resident key. */
class ResidentKey<K> {

    final K key;
    final long weight;

    ResidentKey(K key, long weight) {
        this.key = key;
        this.weight = weight;
    }
}
