package dev.larder.insight.autoconfigure;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.autoconfigure.StoreProperties;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.MemoryStoreFactory;
import dev.larder.gateway.store.StoreSettings;
import dev.larder.insight.advisor.LiveStorePolicy;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.caffeine.CaffeinePolicy;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.OptimizationGoal;
import dev.larder.policies.eviction.PolicyName;
import dev.larder.policies.ghost.CandidatePolicy;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Set;

/**
 * Creates stores of the type {@code auto}: W-TinyLFU at first, then the policy that the advisor finds better; entries are kept.
 */
final class AutoPolicyStoreFactory implements CacheStoreFactory {

    /** Name of the type. */
    static final String AUTO = "auto";

    private final LiveStorePolicy policy;

    AutoPolicyStoreFactory(StoreProperties store, LiveStorePolicy policy) {
        this.policy = policy;
        PropertyChecks.that(
                !store.type().equals(AUTO)
                        || store.tiers().isEmpty()
                        || store.tiers().contains(MemoryStoreFactory.TIER),
                "larder.store.type",
                AUTO,
                "larder.store.tiers=disk says that nothing is in memory, and on disk larder.disk.policy decides",
                "disk, or larder.store.tiers=memory,disk beside it");
    }

    /** Returns the initial memory policy of a store type. */
    static CandidatePolicy candidate(String type) {
        return CandidatePolicy.of(type).orElse(CandidatePolicy.CAFFEINE);
    }

    @Override
    public Set<String> types() {
        return Set.of(AUTO);
    }

    @Override
    public CacheStore<ResponseVariants> create(StoreSettings request) {
        PropertyChecks.that(
                request.isDefault(),
                "larder.stores." + request.name() + ".type",
                AUTO,
                "the advisor goes by the size of the store of larder.store alone",
                MemoryStoreFactory.CAFFEINE);
        OptimizationGoal goal = request.goal();
        long maxSize = request.maxSize();
        var store = new BoundedStore<>(policy(policy.policy(), goal, maxSize), request.time(), request.listener());
        policy.follow(next -> store.govern(policy(next, goal, maxSize)));
        return store;
    }

    private static EvictionPolicy<CacheKey> policy(CandidatePolicy candidate, OptimizationGoal goal, long maxSize) {
        return PolicyName.of(candidate.id())
                .map(name -> MemoryStoreFactory.policy(name, goal, maxSize))
                .orElseGet(() -> new CaffeinePolicy<>(maxSize));
    }
}
