package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.rfc9111.Variants;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.Goal;
import dev.larder.policies.eviction.Larder;
import dev.larder.policies.eviction.PolicyName;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/** Makes the stores that the properties describe. */
final class Stores {

    private static final Logger log = LoggerFactory.getLogger(Stores.class);
    private static final int HEAP_SHARE = 40;

    private Stores() {}

    /** The store that all responses go to unless a rule says otherwise. */
    static CacheStore<Variants> main(LarderProperties properties, InstantSource time) {
        LarderProperties.Store store = properties.store();
        return of(store.type(), store.goal(), share(properties, store.maxSize()), time);
    }

    /** The others, by name. */
    static Map<String, CacheStore<Variants>> named(LarderProperties properties, InstantSource time) {
        Map<String, CacheStore<Variants>> stores = new LinkedHashMap<>();
        properties
                .stores()
                .forEach((name, store) ->
                        stores.put(name, of(store.type(), store.goal(), share(properties, store.maxSize()), time)));
        return stores;
    }

    private static CacheStore<Variants> of(StoreType type, Goal goal, long maxSize, InstantSource time) {
        return type.policy()
                .<CacheStore<Variants>>map(
                        name -> new BoundedStore<>(policy(name, goal, maxSize), time, RemovalListener.none()))
                .orElseGet(() -> new CaffeineStore<>(maxSize, time, RemovalListener.none()));
    }

    /** What one of the stores gets of the bytes that the heap can bear for all of them. */
    private static long share(LarderProperties properties, DataSize wished) {
        long all = properties.store().maxSize().toBytes()
                + properties.stores().values().stream()
                        .mapToLong(store -> store.maxSize().toBytes())
                        .sum();
        long bound = bound(all, Runtime.getRuntime().maxMemory());
        return bound == all ? wished.toBytes() : Math.max(1, (long) ((double) bound / all * wished.toBytes()));
    }

    /** What the heap can bear of the wished bytes: entries, those in flight and the gateway itself share it. */
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

    private static EvictionPolicy<CacheKey> policy(PolicyName name, Goal goal, long maxSize) {
        long seed = ThreadLocalRandom.current().nextLong();
        return name == PolicyName.LARDER ? new Larder<>(maxSize, goal, seed) : name.create(maxSize, seed);
    }
}
