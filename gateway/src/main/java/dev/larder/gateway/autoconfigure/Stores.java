package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.rfc9111.Variants;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.Larder;
import dev.larder.policies.eviction.PolicyName;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the store that the properties describe. */
final class Stores {

    private static final Logger log = LoggerFactory.getLogger(Stores.class);
    private static final int HEAP_SHARE = 40;

    private Stores() {}

    static CacheStore<Variants> of(LarderProperties.Store properties, InstantSource time) {
        long maxSize =
                bound(properties.maxSize().toBytes(), Runtime.getRuntime().maxMemory());
        return properties
                .type()
                .policy()
                .<CacheStore<Variants>>map(
                        name -> new BoundedStore<>(policy(name, properties, maxSize), time, RemovalListener.none()))
                .orElseGet(() -> new CaffeineStore<>(maxSize, time, RemovalListener.none()));
    }

    /** What the heap can bear of the wished bytes: entries, those in flight and the gateway itself share it. */
    static long bound(long wished, long heap) {
        long most = heap / 100 * HEAP_SHARE;
        if (wished <= most) {
            return wished;
        }
        log.warn(
                "larder.store.max-size is {} MB, but the heap has {} MB: the store is bounded to {} % of it. Give the JVM more"
                        + " heap (-Xmx), or write a smaller larder.store.max-size.",
                wished >> 20, heap >> 20, HEAP_SHARE);
        return most;
    }

    private static EvictionPolicy<CacheKey> policy(PolicyName name, LarderProperties.Store properties, long maxSize) {
        long seed = ThreadLocalRandom.current().nextLong();
        return name == PolicyName.LARDER ? new Larder<>(maxSize, properties.goal(), seed) : name.create(maxSize, seed);
    }
}
