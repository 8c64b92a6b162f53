package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.LarderPolicy;
import dev.larder.policies.eviction.OptimizationGoal;
import dev.larder.policies.eviction.PolicyName;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Creates the in-memory stores: {@code caffeine}, and one for each {@link PolicyName}. */
public final class MemoryStoreFactory implements CacheStoreFactory {

    /** W-TinyLFU, as implemented by Caffeine. */
    public static final String CAFFEINE = "caffeine";

    /** The tier that is the heap, ruled by the type. */
    public static final String TIER = "memory";

    private static final Set<String> TYPES = names();

    private static Set<String> names() {
        Set<String> types = new LinkedHashSet<>(Set.of(CAFFEINE));
        for (PolicyName policy : PolicyName.values()) {
            types.add(policy.id());
        }
        return Collections.unmodifiableSet(types);
    }

    @Override
    public Set<String> types() {
        return TYPES;
    }

    @Override
    public CacheStore<ResponseVariants> create(StoreSettings request) {
        return PolicyName.of(request.type())
                .<CacheStore<ResponseVariants>>map(policy -> new BoundedStore<>(
                        policy(policy, request.goal(), request.maxSize()), request.time(), request.listener()))
                .orElseGet(() -> new CaffeineStore<>(request.maxSize(), request.time(), request.listener()));
    }

    /** Creates an empty policy of that name. */
    public static EvictionPolicy<CacheKey> policy(PolicyName name, OptimizationGoal goal, long maxSize) {
        long seed = ThreadLocalRandom.current().nextLong();
        return name == PolicyName.LARDER ? new LarderPolicy<>(maxSize, goal, seed) : name.create(maxSize, seed);
    }
}
