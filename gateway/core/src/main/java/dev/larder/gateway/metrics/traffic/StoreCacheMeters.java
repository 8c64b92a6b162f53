package dev.larder.gateway.metrics.traffic;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.StoreContents;
import dev.larder.rfc9111.ResponseVariants;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Binds the standard meters of Spring caches, such as {@code cache.gets}, for a store. */
public final class StoreCacheMeters extends CacheMeterBinder<CacheStore<ResponseVariants>> {

    /** Tags that dashboards for Spring caches group by. */
    private static final Tags MANAGER = Tags.of("cache.manager", "larder");

    private final CacheStore<ResponseVariants> store;
    private final StoreCounters gets;
    private final Map<RemovalCause, LongAdder> exits;

    /**
     * Creates the meters of a store.
     *
     * @param exits number of entries that have left it, by cause; empty if they are not counted
     */
    public StoreCacheMeters(
            String name, CacheStore<ResponseVariants> store, StoreCounters gets, Map<RemovalCause, LongAdder> exits) {
        super(store, name, MANAGER.and("name", name));
        this.store = store;
        this.gets = gets;
        this.exits = exits;
    }

    @Override
    protected @Nullable Long size() {
        return store.contents().map(StoreContents::count).orElse(null);
    }

    @Override
    protected long hitCount() {
        return gets.hits();
    }

    @Override
    protected Long missCount() {
        return gets.misses();
    }

    @Override
    protected @Nullable Long evictionCount() {
        LongAdder evicted = exits.get(RemovalCause.EVICTED);
        return evicted == null ? null : evicted.sum();
    }

    @Override
    protected long putCount() {
        return gets.puts();
    }

    @Override
    protected void bindImplementationSpecificMetrics(MeterRegistry registry) {
        // All other meters of a store are larder.store and larder.evictions.
    }
}
