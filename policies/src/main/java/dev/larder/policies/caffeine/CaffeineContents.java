package dev.larder.policies.caffeine;

import com.github.benmanes.caffeine.cache.Cache;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.StoreContents;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The contents of a {@link CaffeineStore}, including expired entries that have not been found yet. */
record CaffeineContents(Cache<CacheKey, ? extends CaffeineNode<?>> cache) implements StoreContents {

    @Override
    public long count() {
        cache.cleanUp();
        return cache.estimatedSize();
    }

    @Override
    public long weight() {
        return cache.policy().eviction().orElseThrow().weightedSize().orElseThrow();
    }

    @Override
    public long maxWeight() {
        return cache.policy().eviction().orElseThrow().getMaximum();
    }

    @Override
    public Optional<EpochStamp> stamp(CacheKey key) {
        return Optional.ofNullable(cache.policy().getIfPresentQuietly(key)).map(held -> held.entry.stamp());
    }

    @Override
    public OptionalLong weight(CacheKey key) {
        OptionalInt weight = cache.policy().eviction().orElseThrow().weightOf(key);
        return weight.isPresent() ? OptionalLong.of(weight.getAsInt()) : OptionalLong.empty();
    }

    @Override
    public List<CacheKey> hottest(int most) {
        return List.copyOf(cache.policy().eviction().orElseThrow().hottest(most).keySet());
    }

    @Override
    public Stream<CacheKey> keys() {
        return cache.asMap().keySet().stream();
    }
}
