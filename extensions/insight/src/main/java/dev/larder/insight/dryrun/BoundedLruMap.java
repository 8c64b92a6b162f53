package dev.larder.insight.dryrun;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** A table limited in bytes, which evicts the least recently used entry first. Not thread-safe. */
final class BoundedLruMap<K, V> {

    private static final int OVERHEAD = 120;

    private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final ToLongFunction<V> weigher;
    private final long most;
    private long weight;

    BoundedLruMap(long most, ToLongFunction<V> weigher) {
        this.most = most;
        this.weigher = weigher;
    }

    Optional<V> find(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    void put(K key, V value) {
        V before = entries.put(key, value);
        weight += weigh(value) - (before == null ? 0 : weigh(before));
        var eldest = entries.entrySet().iterator();
        while (weight > most && eldest.hasNext()) {
            weight -= weigh(eldest.next().getValue());
            eldest.remove();
        }
    }

    private long weigh(V value) {
        return OVERHEAD + weigher.applyAsLong(value);
    }

    /** Returns the bytes in use. */
    long weight() {
        return weight;
    }

    int size() {
        return entries.size();
    }
}
