package dev.larder.policies.bounded;

import dev.larder.cache.spi.CacheKey;
import dev.larder.policies.caffeine.CaffeinePolicy;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.PolicyName;
import java.util.List;
import java.util.stream.Stream;

/** Every policy that may rule a store, by its name in settings. */
final class PoliciesByName {

    private PoliciesByName() {}

    static List<String> names() {
        return Stream.concat(
                        Stream.of("caffeine"), Stream.of(PolicyName.values()).map(PolicyName::id))
                .toList();
    }

    static EvictionPolicy<CacheKey> create(String name, long capacity, long seed) {
        return PolicyName.of(name)
                .map(known -> known.<CacheKey>create(capacity, seed))
                .orElseGet(() -> new CaffeinePolicy<>(capacity));
    }
}
