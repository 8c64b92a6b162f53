package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheStore;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All stores of a gateway.
 *
 * @param byName each by its name; {@code default} is for what no rule puts elsewhere
 * @param together all of them as one
 */
public record NamedStores<V>(Map<String, CacheStore<V>> byName, CacheStore<V> together) {

    /** Name of the store for what no rule puts elsewhere. */
    public static final String DEFAULT = "default";

    /** One store only. */
    public static <V> NamedStores<V> of(CacheStore<V> only) {
        return new NamedStores<>(Map.of(DEFAULT, only), only);
    }

    /**
     * Several stores.
     *
     * @param others for what no rule puts elsewhere
     * @param named by name
     * @param stores names of stores by name of the rule that puts its responses there
     */
    public static <V> NamedStores<V> of(
            CacheStore<V> others, Map<String, CacheStore<V>> named, Map<String, String> stores) {
        if (named.isEmpty()) {
            return of(others);
        }
        Map<String, CacheStore<V>> all = new LinkedHashMap<>();
        all.put(DEFAULT, others);
        all.putAll(named);
        Map<String, CacheStore<V>> byRule = new LinkedHashMap<>();
        stores.forEach((rule, store) -> byRule.put(rule, named.getOrDefault(store, others)));
        return new NamedStores<>(Map.copyOf(all), new RoutedStore<>(others, byRule));
    }
}
