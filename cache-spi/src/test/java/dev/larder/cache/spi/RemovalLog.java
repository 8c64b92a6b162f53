package dev.larder.cache.spi;

import java.util.ArrayList;
import java.util.List;

/** A removal listener that remembers what it was told, in order. */
public final class RemovalLog<V> implements RemovalListener<V> {

    /** One entry that left, and why. */
    public record Removal<V>(CacheKey key, CacheEntry<V> entry, RemovalCause cause) {}

    private final List<Removal<V>> removals = new ArrayList<>();

    @Override
    public synchronized void onRemoval(CacheKey key, CacheEntry<V> entry, RemovalCause cause) {
        removals.add(new Removal<>(key, entry, cause));
    }

    /** All that was told so far. */
    public synchronized List<Removal<V>> removals() {
        return List.copyOf(removals);
    }
}
