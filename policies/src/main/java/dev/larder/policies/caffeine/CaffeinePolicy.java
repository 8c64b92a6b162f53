package dev.larder.policies.caffeine;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.larder.policies.eviction.EvictionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Caffeine's W-TinyLFU as an {@link EvictionPolicy}. Maintenance that Caffeine defers is done at once here. */
public final class CaffeinePolicy<K> implements EvictionPolicy<K> {

    private final long capacity;

    /** Bytes per unit of weight: Caffeine's weights are ints. */
    private final long unit;

    private final Cache<K, Long> cache;
    private final List<K> victims = new ArrayList<>();
    private long weight;

    /** Creates an empty policy of this capacity, in bytes. */
    public CaffeinePolicy(long capacity) {
        this.capacity = capacity;
        this.unit = 1 + capacity / Integer.MAX_VALUE;
        this.cache = Caffeine.newBuilder()
                .maximumWeight(capacity / unit)
                .weigher((K key, Long weight) -> (int) ((weight + unit - 1) / unit))
                .executor(Runnable::run)
                .evictionListener((@Nullable K key, @Nullable Long weight, RemovalCause cause) ->
                        evicted(requireNonNull(key), requireNonNull(weight)))
                .build();
    }

    private void evicted(K key, long freed) {
        victims.add(key);
        weight -= freed;
    }

    @Override
    public void onHit(K key) {
        boolean unused = cache.getIfPresent(key) != null; // the lookup updates the policy
    }

    @Override
    public List<K> onStore(K key, long weight, long cost) {
        if (weight > capacity) {
            return List.of(key);
        }
        victims.clear();
        this.weight += weight;
        cache.put(key, weight);
        cache.cleanUp();
        return List.copyOf(victims);
    }

    @Override
    public void onRemove(K key) {
        Long freed = cache.asMap().remove(key);
        weight -= freed == null ? 0 : freed;
    }

    @Override
    public long weight() {
        return weight;
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public void checkInvariants() {
        if (weight > capacity) {
            throw new IllegalStateException("violated: the weight is within the capacity; found " + weight);
        }
        long sum = cache.asMap().values().stream().mapToLong(Long::longValue).sum();
        if (sum != weight) {
            throw new IllegalStateException(
                    "violated: the weight is the sum of the residents' weights; found " + weight + " for " + sum);
        }
    }
}
