package dev.larder.gateway.observe.traffic;

import dev.larder.cache.spi.CacheStore;
import dev.larder.rfc9111.Variants;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

/** The stores as Spring caches, to look at. */
public final class StoreCaches implements CacheManager {

    private final Map<String, Cache> caches = new TreeMap<>();

    /** These, each by its name. */
    public StoreCaches(Map<String, CacheStore<Variants>> stores) {
        stores.forEach((name, store) -> caches.put(name, new StoreCache(name, store)));
    }

    @Override
    public @Nullable Cache getCache(String name) {
        return caches.get(name);
    }

    @Override
    public Collection<String> getCacheNames() {
        return caches.keySet();
    }
}
