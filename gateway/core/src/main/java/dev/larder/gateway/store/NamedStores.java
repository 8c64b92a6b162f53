package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.rule.RuleOptions;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All stores of a gateway.
 *
 * @param byName stores by name; {@code default} holds responses that no rule assigns to another store
 * @param together all stores combined into one
 */
public record NamedStores<V>(Map<String, CacheStore<V>> byName, CacheStore<V> together) {

    /** Name of the store for responses that no rule assigns to another store. */
    public static final String DEFAULT = RuleOptions.DEFAULT_STORE;

    /** Creates an instance with one store only. */
    public static <V> NamedStores<V> of(CacheStore<V> only) {
        return new NamedStores<>(Map.of(DEFAULT, only), only);
    }

    /**
     * Creates an instance with several stores.
     *
     * @param others store for responses that no rule assigns to another store
     * @param named stores by name
     */
    public static <V> NamedStores<V> of(CacheStore<V> others, Map<String, CacheStore<V>> named) {
        if (named.isEmpty()) {
            return of(others);
        }
        Map<String, CacheStore<V>> all = new LinkedHashMap<>();
        all.put(DEFAULT, others);
        all.putAll(named);
        return new NamedStores<>(Map.copyOf(all), new RoutedStore<>(others, named));
    }
}
