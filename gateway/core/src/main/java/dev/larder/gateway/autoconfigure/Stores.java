package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.exchange.Bodies;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.observe.advisor.StorePolicy;
import dev.larder.gateway.observe.traffic.Exits;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.caffeine.CaffeinePolicy;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.policies.disk.DiskStore;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.Goal;
import dev.larder.policies.eviction.Larder;
import dev.larder.policies.eviction.PolicyName;
import dev.larder.policies.ghost.Candidate;
import dev.larder.policies.tiered.TieredStore;
import dev.larder.rfc9111.Variants;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/** Makes the stores that the properties describe. */
final class Stores {

    private static final Logger log = LoggerFactory.getLogger(Stores.class);
    private static final int HEAP_SHARE = 40;
    private static final DataSize BEHIND_MEMORY = DataSize.ofGigabytes(10);

    private final LarderProperties properties;
    private final Disk disk;
    private final Optional<SharedStoreFactory> shared;
    private final InstantSource time;
    private final Exits exits;
    private final StorePolicy policy;

    Stores(
            LarderProperties properties,
            Disk disk,
            Optional<SharedStoreFactory> shared,
            LarderClock clock,
            Exits exits,
            StorePolicy policy) {
        this.properties = properties;
        this.disk = disk;
        this.shared = shared;
        this.time = clock::steady;
        this.exits = exits;
        this.policy = policy;
    }

    /** The store that all responses go to unless a rule says otherwise. */
    CacheStore<Variants> main() {
        LarderProperties.Store store = properties.store();
        store.requireCluster(shared.isPresent());
        DataSize onDisk = properties.disk().maxSize();
        if (store.isOnDiskAlone()) {
            return disk.store(NamedStores.DEFAULT, Objects.requireNonNullElse(onDisk, store.maxSize()), time);
        }
        if (!store.tiers().contains(Tier.DISK)) {
            CacheStore<Variants> inMemory =
                    inMemory(store.type(), store.goal(), store.maxSize(), exits.of(NamedStores.DEFAULT));
            return store.isShared()
                    ? shared.map(factory -> factory.create(inMemory)).orElse(inMemory)
                    : inMemory;
        }
        DiskStore<Variants> back =
                disk.store(NamedStores.DEFAULT, Objects.requireNonNullElse(onDisk, BEHIND_MEMORY), time);
        return new TieredStore<>(
                listener -> inMemory(store.type(), store.goal(), store.maxSize(), both(listener, exits.ofMemory())),
                back,
                Stores::fitsIntoMemory,
                back::touch);
    }

    private static RemovalListener<Variants> both(RemovalListener<Variants> one, RemovalListener<Variants> other) {
        return (key, entry, cause) -> {
            one.onRemoval(key, entry, cause);
            other.onRemoval(key, entry, cause);
        };
    }

    private static boolean fitsIntoMemory(CacheEntry<Variants> entry) {
        return entry.value().responses().stream().allMatch(response -> Bodies.isInHeap(response.body()));
    }

    /** The others, by name. */
    Map<String, CacheStore<Variants>> named() {
        Map<String, CacheStore<Variants>> stores = new LinkedHashMap<>();
        properties
                .stores()
                .forEach((name, store) -> stores.put(
                        name,
                        store.type() == StoreType.DISK
                                ? disk.store(name, store.maxSize(), time)
                                : inMemory(store.type(), store.goal(), store.maxSize(), exits.of(name))));
        return stores;
    }

    private CacheStore<Variants> inMemory(
            StoreType type, Goal goal, DataSize wished, RemovalListener<Variants> listener) {
        long maxSize = share(wished);
        if (type == StoreType.AUTO) {
            return governed(goal, maxSize, listener);
        }
        return type.policy()
                .<CacheStore<Variants>>map(name -> new BoundedStore<>(policy(name, goal, maxSize), time, listener))
                .orElseGet(() -> new CaffeineStore<>(maxSize, time, listener));
    }

    private CacheStore<Variants> governed(Goal goal, long maxSize, RemovalListener<Variants> listener) {
        var store = new BoundedStore<>(policy(policy.policy(), goal, maxSize), time, listener);
        policy.follow(next -> store.govern(policy(next, goal, maxSize)));
        return store;
    }

    private static EvictionPolicy<CacheKey> policy(Candidate candidate, Goal goal, long maxSize) {
        return PolicyName.of(candidate.id())
                .map(name -> policy(name, goal, maxSize))
                .orElseGet(() -> new CaffeinePolicy<>(maxSize));
    }

    /** What one of the stores gets of the bytes that the heap can bear for all of them. */
    private long share(DataSize wished) {
        long all = properties.heapWished();
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
