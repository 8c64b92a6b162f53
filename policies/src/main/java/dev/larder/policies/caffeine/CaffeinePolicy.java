package dev.larder.policies.caffeine;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.larder.policies.eviction.EvictionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Caffeine's W-TinyLFU as a policy, to compare with. What Caffeine does later by itself is done at once here. */
public final class CaffeinePolicy<K> implements EvictionPolicy<K> {

    private final long capacity;

    /** Bytes of a unit of weight: Caffeine's weights are ints. */
    private final long unit;

    private final Cache<K, Long> cache;
    private final List<K> victims = new ArrayList<>();

    /** An empty policy of this capacity, in bytes. */
    public CaffeinePolicy(long capacity) {
        this.capacity = capacity;
        this.unit = 1 + capacity / Integer.MAX_VALUE;
        this.cache = Caffeine.newBuilder()
                .maximumWeight(capacity / unit)
                .weigher((K key, Long weight) -> (int) ((weight + unit - 1) / unit))
                .executor(Runnable::run)
                .evictionListener((@Nullable K key, @Nullable Long weight, RemovalCause cause) ->
                        victims.add(requireNonNull(key)))
                .build();
    }

    @Override
    public void onHit(K key) {
        boolean unused = cache.getIfPresent(key) != null; // looked up for the policy's sake
    }

    @Override
    public List<K> onStore(K key, long weight, long cost) {
        if (weight > capacity) {
            return List.of(key);
        }
        victims.clear();
        cache.put(key, weight);
        cache.cleanUp();
        return List.copyOf(victims);
    }

    @Override
    public void onRemove(K key) {
        cache.invalidate(key);
    }

    @Override
    public long weight() {
        return cache.asMap().values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public void checkInvariants() {
        if (weight() > capacity) {
            throw new IllegalStateException("violated: the weight is within the capacity; found " + weight());
        }
    }
}
