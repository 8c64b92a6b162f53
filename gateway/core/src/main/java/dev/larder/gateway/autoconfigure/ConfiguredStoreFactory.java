package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.traffic.EvictionMetrics;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.LargeBodyStorage;
import dev.larder.gateway.store.NamedStores;
import dev.larder.gateway.store.StoreSettings;
import dev.larder.gateway.store.StoreTierFactory;
import dev.larder.policies.eviction.OptimizationGoal;
import dev.larder.rfc9111.ResponseVariants;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/** Creates the configured stores, each with the factory of its type. */
final class ConfiguredStoreFactory {

    private static final Logger log = LoggerFactory.getLogger(ConfiguredStoreFactory.class);
    private static final int HEAP_SHARE = 40;

    private final StoreProperties main;
    private final Map<String, LarderProperties.NamedStore> named;
    private final StoreTypeRegistry types;
    private final Map<String, Optional<BodyRecorderFactory>> bodies = new ConcurrentHashMap<>();
    private final InstantSource time;
    private final EvictionMetrics evictions;

    ConfiguredStoreFactory(
            StoreProperties main,
            Map<String, LarderProperties.NamedStore> named,
            StoreTypeRegistry types,
            LarderClock clock,
            EvictionMetrics evictions) {
        this.main = main;
        this.named = named;
        this.types = types;
        this.time = clock::steady;
        this.evictions = evictions;
    }

    /** Creates the store for all responses that no rule assigns to another one. */
    CacheStore<ResponseVariants> main() {
        CacheStoreFactory factory = types.main();
        StoreSettings request = request(NamedStores.DEFAULT, types.mainType(), main.goal(), main.maxSize());
        if (!factory.isInHeap()) {
            return made(factory.create(request), NamedStores.DEFAULT, factory);
        }
        Optional<StoreTierFactory> tier = types.behindMemory();
        if (tier.isEmpty()) {
            return made(inMemory(factory, evictions.of(NamedStores.DEFAULT)), NamedStores.DEFAULT, factory);
        }
        CacheStore<ResponseVariants> both = tier.get().create(request, new StoreTierFactory.Memory() {
            @Override
            public CacheStore<ResponseVariants> create() {
                return inMemory(factory, evictions.of(NamedStores.DEFAULT));
            }

            @Override
            public CacheStore<ResponseVariants> create(RemovalListener<ResponseVariants> listener) {
                return inMemory(factory, both(listener, evictions.ofMemory()));
            }
        });
        return made(both, NamedStores.DEFAULT, tier.get(), factory);
    }

    /** Remembers where the larger bodies of a store are recorded: by the first of its factories that supports them. */
    private CacheStore<ResponseVariants> made(
            CacheStore<ResponseVariants> store, String name, LargeBodyStorage... factories) {
        bodies.put(
                name,
                Stream.of(factories)
                        .flatMap(factory -> factory.bodies(name).stream())
                        .findFirst());
        return store;
    }

    private CacheStore<ResponseVariants> inMemory(
            CacheStoreFactory factory, RemovalListener<ResponseVariants> listener) {
        return factory.create(new StoreSettings(
                NamedStores.DEFAULT, types.mainType(), main.goal(), share(main.maxSize()), time, listener));
    }

    private static RemovalListener<ResponseVariants> both(
            RemovalListener<ResponseVariants> one, RemovalListener<ResponseVariants> other) {
        return (key, entry, cause) -> {
            one.onRemoval(key, entry, cause);
            other.onRemoval(key, entry, cause);
        };
    }

    /** Creates the other stores, by name. */
    Map<String, CacheStore<ResponseVariants>> named() {
        Map<String, CacheStore<ResponseVariants>> stores = new LinkedHashMap<>();
        named.forEach((name, store) -> stores.put(name, named(name, store)));
        return stores;
    }

    /** Returns where the larger bodies of a store created here are recorded. */
    Optional<BodyRecorderFactory> bodies(Optional<String> store) {
        return bodies.getOrDefault(store.orElse(NamedStores.DEFAULT), Optional.empty());
    }

    private CacheStore<ResponseVariants> named(String name, LarderProperties.NamedStore store) {
        CacheStoreFactory factory = types.of(store.type());
        String type = types.name(store.type());
        StoreSettings request = factory.isInHeap()
                ? new StoreSettings(name, type, goal(), share(store.maxSize()), time, evictions.of(name))
                : request(name, type, goal(), store.maxSize());
        return made(factory.create(request), name, factory);
    }

    /** All stores use the goal of {@code larder.store}. */
    private OptimizationGoal goal() {
        return main.goal();
    }

    private StoreSettings request(String name, String type, OptimizationGoal goal, DataSize maxSize) {
        return new StoreSettings(name, type, goal, maxSize.toBytes(), time, RemovalListener.none());
    }

    /** Returns a store's share of the bytes that the heap allows for all of them. */
    private long share(DataSize wished) {
        long all = heapWished();
        long bound = bound(all, Runtime.getRuntime().maxMemory());
        return bound == all ? wished.toBytes() : Math.max(1, (long) ((double) bound / all * wished.toBytes()));
    }

    private long heapWished() {
        return (types.main().isInHeap() ? main.maxSize().toBytes() : 0)
                + named.values().stream()
                        .filter(store -> types.of(store.type()).isInHeap())
                        .mapToLong(store -> store.maxSize().toBytes())
                        .sum();
    }

    /** Returns how many of the requested bytes the heap allows: it also holds entries in flight and the gateway itself. */
    static long bound(long wished, long heap) {
        long most = heap / 100 * HEAP_SHARE;
        if (wished <= most) {
            return wished;
        }
        log.warn(
                "larder.store.max-size, with those of larder.stores, is {} MB, but the heap has {} MB: all stores together are bounded to {} % of it. Give the JVM more"
                        + " heap (-Xmx), or write a smaller larder.store.max-size.",
                wished >> 20, heap >> 20, HEAP_SHARE);
        return most;
    }
}
