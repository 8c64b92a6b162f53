package dev.larder.insight.autoconfigure;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.autoconfigure.LarderProperties;
import dev.larder.gateway.autoconfigure.Require;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.MemoryStoreFactory;
import dev.larder.gateway.store.StoreRequest;
import dev.larder.insight.advisor.StorePolicy;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.caffeine.CaffeinePolicy;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.Goal;
import dev.larder.policies.eviction.PolicyName;
import dev.larder.policies.ghost.Candidate;
import dev.larder.rfc9111.Variants;
import java.util.Set;

/** Creates the store of the type {@code auto}: W-TinyLFU at first, then the policy that the advisor finds to be better; entries are kept. */
final class AutoStoreFactory implements CacheStoreFactory {

    /** The name of the type. */
    static final String AUTO = "auto";

    private final StorePolicy policy;

    AutoStoreFactory(LarderProperties.Store store, StorePolicy policy) {
        this.policy = policy;
        Require.that(
                !store.type().equals(AUTO)
                        || store.tiers().isEmpty()
                        || store.tiers().contains(LarderProperties.Store.MEMORY),
                "larder.store.type",
                AUTO,
                "larder.store.tiers=disk says that nothing is in memory, and on disk larder.disk.policy decides",
                "disk, or larder.store.tiers=memory,disk beside it");
    }

    /** What a store of a type has in memory, at first. */
    static Candidate candidate(String type) {
        return Candidate.of(type).orElse(Candidate.CAFFEINE);
    }

    @Override
    public Set<String> types() {
        return Set.of(AUTO);
    }

    @Override
    public CacheStore<Variants> create(StoreRequest request) {
        Require.that(
                request.isDefault(),
                "larder.stores." + request.name() + ".type",
                AUTO,
                "the advisor goes by the size of the store of larder.store alone",
                MemoryStoreFactory.CAFFEINE);
        Goal goal = request.goal();
        long maxSize = request.maxSize();
        var store = new BoundedStore<>(policy(policy.policy(), goal, maxSize), request.time(), request.listener());
        policy.follow(next -> store.govern(policy(next, goal, maxSize)));
        return store;
    }

    private static EvictionPolicy<CacheKey> policy(Candidate candidate, Goal goal, long maxSize) {
        return PolicyName.of(candidate.id())
                .map(name -> MemoryStoreFactory.policy(name, goal, maxSize))
                .orElseGet(() -> new CaffeinePolicy<>(maxSize));
    }
}
