package dev.larder.gateway.metrics.traffic;

import dev.larder.cache.spi.CacheStore;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

/** The stores as Spring caches, to look at. */
public final class StoreCacheManager implements CacheManager {

    private final Map<String, Cache> caches = new TreeMap<>();

    /** These, each by its name. */
    public StoreCacheManager(Map<String, CacheStore<ResponseVariants>> stores) {
        stores.forEach((name, store) -> caches.put(name, new SpringCacheAdapter(name, store)));
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
