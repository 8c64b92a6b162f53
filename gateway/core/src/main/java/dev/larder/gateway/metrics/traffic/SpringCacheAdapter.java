package dev.larder.gateway.metrics.traffic;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.rfc9111.ResponseVariants;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.support.SimpleValueWrapper;

/** A store as a Spring cache, to look at: whoever wants to change it purges, by the endpoint {@code larder}. */
final class SpringCacheAdapter implements Cache {

    private final String name;
    private final CacheStore<ResponseVariants> store;

    SpringCacheAdapter(String name, CacheStore<ResponseVariants> store) {
        this.name = name;
        this.store = store;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Object getNativeCache() {
        return store;
    }

    /** What is stored under a {@link CacheKey}, usable or not, if the store can tell at once. */
    @Override
    public @Nullable ValueWrapper get(Object key) {
        return key instanceof CacheKey known
                ? store.getAtOnce(known)
                        .map(entry -> new SimpleValueWrapper(entry.value()))
                        .orElse(null)
                : null;
    }

    @Override
    public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
        ValueWrapper stored = get(key);
        Object value = stored == null ? null : stored.get();
        if (value == null || type == null) {
            return null;
        }
        return type.cast(value);
    }

    @Override
    public <T> T get(Object key, Callable<T> loader) {
        throw toLookAt();
    }

    @Override
    public void put(Object key, @Nullable Object value) {
        throw toLookAt();
    }

    @Override
    public void evict(Object key) {
        throw toLookAt();
    }

    @Override
    public void clear() {
        throw toLookAt();
    }

    private static UnsupportedOperationException toLookAt() {
        return new UnsupportedOperationException(
                "Stores of Larder cannot be changed as Spring caches. Purge by the actuator endpoint larder.");
    }
}
