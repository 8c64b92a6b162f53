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

/** Makes the store that the properties describe. */
final class Stores {

    private Stores() {}

    static CacheStore<Variants> of(LarderProperties.Store properties, InstantSource time) {
        long maxSize = properties.maxSize().toBytes();
        return properties
                .type()
                .policy()
                .<CacheStore<Variants>>map(
                        name -> new BoundedStore<>(policy(name, properties, maxSize), time, RemovalListener.none()))
                .orElseGet(() -> new CaffeineStore<>(maxSize, time, RemovalListener.none()));
    }

    private static EvictionPolicy<CacheKey> policy(PolicyName name, LarderProperties.Store properties, long maxSize) {
        long seed = ThreadLocalRandom.current().nextLong();
        return name == PolicyName.LARDER ? new Larder<>(maxSize, properties.goal(), seed) : name.create(maxSize, seed);
    }
}
